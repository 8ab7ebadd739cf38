import type { WithdrawalAddress } from '@sterling/contract/withdrawal-addresses.ts';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { LABEL_RULE, LabelField } from './label-field.tsx';
import { useRenameAddress } from './use-addresses.ts';

export default function LabelDialog({ saved, onClose }: { saved: WithdrawalAddress; onClose: () => void }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { label: saved.label } });
  const rename = useRenameAddress(onClose);
  return (
    <FormDialog
      title={`Rename “${saved.label}”`}
      submitLabel="Save label"
      isDirty={form.formState.isDirty}
      isPending={rename.isPending}
      onSubmit={form.handleSubmit(({ label }) => rename.mutate({ id: saved.id, label: label.trim() }))}
      onClose={onClose}
    >
      <LabelField {...form.register('label', LABEL_RULE)} error={form.formState.errors.label?.message} />
    </FormDialog>
  );
}
