import type { AdminUser, admin } from '@sterling/contract/admin.ts';
import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { factors } from '@sterling/contract/factors.ts';
import { useQuery } from '@tanstack/react-query';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { displayName } from '../../kit/format/format.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { NO_REASON, ReasonField } from './control-row.tsx';
import { settingsQuery } from './queries.ts';
import { useResetFactor } from './use-people.ts';

type Rows = ReplyOf<typeof admin.settings>;

/** The owner's waiting time: '72 hours'. Null without one. */
function waitIn(rows: Rows): string | null {
  const value = rows.find(({ key }) => key === 'factor_reset_wait')?.value as { hours: number } | undefined;
  return value?.hours ? `${value.hours} ${value.hours === 1 ? 'hour' : 'hours'}` : null;
}

/** Requests that the second factors of a person are removed. */
export default function ResetFactorDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const name = displayName(person.username);
  const reset = useResetFactor(person, onClose);
  const { data: wait } = useQuery({ ...settingsQuery, select: waitIn });
  const form = useContractForm(factors.requestReset, {
    defaultValues: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    missing: { reason: NO_REASON },
  });
  return (
    <FormDialog
      title={`Reset the second factor of ${name}?`}
      description={`Make sure that you talk to the right person. They are told in their inbox and can cancel the reset ${wait ? `for ${wait}` : 'while it waits'}. Then their second factors are removed, their sessions end, their API tokens are revoked and their webhooks stop.`}
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
