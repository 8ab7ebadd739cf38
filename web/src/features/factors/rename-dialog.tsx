import type { Factor } from '@sterling/contract/factors.ts';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { NAME_RULE, NameField } from './name-field.tsx';
import { useRename } from './use-factors.ts';

export default function RenameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { name: factor.name } });
  const rename = useRename(onClose);
  return (
    <FormDialog
      title={`Rename “${factor.name}”`}
      submitLabel="Save name"
      isDirty={form.formState.isDirty}
      isPending={rename.isPending}
      onSubmit={form.handleSubmit(({ name }) => rename.mutate({ id: factor.id, name: name.trim() }))}
      onClose={onClose}
    >
      <NameField {...form.register('name', NAME_RULE)} error={form.formState.errors.name?.message} />
    </FormDialog>
  );
}
