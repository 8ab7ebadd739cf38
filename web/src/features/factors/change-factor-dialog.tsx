import { type Factor, factors } from '@sterling/contract/factors.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { NO_NAME } from './passkeys.ts';
import { useRemove, useRename } from './use-factors.ts';

interface ChangeFactorDialogProps {
  factor: Factor;
  change: 'rename' | 'remove';
  onClose: () => void;
}

/** Renames or removes a second factor. */
export default function ChangeFactorDialog({ change, ...props }: ChangeFactorDialogProps) {
  return change === 'rename' ? <RenameDialog {...props} /> : <RemoveDialog {...props} />;
}

function RenameDialog({ factor, onClose }: Omit<ChangeFactorDialogProps, 'change'>) {
  const rename = useRename(onClose);
  const form = useContractForm(factors.rename, {
    defaultValues: { name: factor.name },
    bodyOf: ({ name }) => ({ name: name.trim() }),
    missing: { name: NO_NAME },
  });
  return (
    <FormDialog
      title={`Rename “${factor.name}”`}
      submitLabel="Save name"
      isDirty={form.isDirty}
      isPending={rename.isPending}
      onSubmit={form.submit(({ name }) => rename.mutate({ id: factor.id, name }))}
      onClose={onClose}
    >
      <InputField {...form.field('name')} label="Name" autoComplete="off" />
    </FormDialog>
  );
}

function RemoveDialog({ factor, onClose }: Omit<ChangeFactorDialogProps, 'change'>) {
  const remove = useRemove(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${factor.name}”?`}
      description="It will no longer confirm your actions. If it is your last one, your withdrawals are no longer protected, and your recovery codes are deleted."
      confirmLabel="Remove"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(factor)}
    />
  );
}
