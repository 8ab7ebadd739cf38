import { FormDialog } from '../../kit/ui/dialog.tsx';
import { AccountFields, useAccountForm } from './account-form.tsx';

export default function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const { form, ...sending } = useAccountForm('choose', onClose);
  return (
    <FormDialog
      title="Add account"
      description="It goes on sale immediately at your rate."
      submitLabel="Add account"
      isDirty={form.isDirty}
      {...sending}
      onClose={onClose}
    >
      <AccountFields form={form} proxy="choose" />
    </FormDialog>
  );
}
