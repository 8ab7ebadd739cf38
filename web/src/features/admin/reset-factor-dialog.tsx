import type { AdminUser } from '@sterling/contract/admin.ts';
import { useForm } from 'react-hook-form';
import { displayName } from '../../kit/format/format.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { REASON, ReasonField } from './reason-field.tsx';
import { useResetFactor } from './use-people.ts';

/** Requests that the second factors of a person are removed. */
export default function ResetFactorDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const name = displayName(person.username);
  const reset = useResetFactor(person, onClose);
  const form = useForm({ mode: 'onTouched', defaultValues: { reason: '' } });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title={`Reset the second factor of ${name}?`}
      description="Make sure that you talk to the right person. They are told in their inbox and can cancel the reset while it waits. Then their second factors are removed and their sessions end."
      submitLabel="Request reset"
      danger
      isDirty={isDirty}
      isPending={reset.isPending}
      onSubmit={form.handleSubmit(({ reason }) => reset.mutate(reason.trim()))}
      onClose={onClose}
    >
      <ReasonField
        field={form.register('reason', REASON)}
        error={errors.reason?.message}
        hint="How you know that it is them. The person reads it too."
      />
    </FormDialog>
  );
}
