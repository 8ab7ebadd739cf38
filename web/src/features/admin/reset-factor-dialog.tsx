import type { AdminUser } from '@sterling/contract/admin.ts';
import { factors } from '@sterling/contract/factors.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { displayName } from '../../kit/format/format.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { NO_REASON, ReasonField } from './control-row.tsx';
import { useResetFactor } from './use-people.ts';

/** Requests that the second factors of a person are removed. */
export default function ResetFactorDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const name = displayName(person.username);
  const reset = useResetFactor(person, onClose);
  const form = useContractForm(factors.requestReset, {
    defaultValues: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    missing: { reason: NO_REASON },
  });
  return (
    <FormDialog
      title={`Reset the second factor of ${name}?`}
      description="Make sure that you talk to the right person. They are told in their inbox and can cancel the reset while it waits. Then their second factors are removed and their sessions end."
      submitLabel="Request reset"
      danger
      isDirty={form.isDirty}
      isPending={reset.isPending}
      onSubmit={form.submit(({ reason }) => reset.mutate(reason))}
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} hint="How you know that it is them. The person reads it too." />
    </FormDialog>
  );
}
