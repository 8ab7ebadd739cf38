import type { Given } from '@sterling/contract/endpoint.ts';
import { reviews } from '@sterling/contract/reviews.ts';
import { useOnce } from '../../data/use-once.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { NO_REASON, ReasonField } from './control-row.tsx';
import type { Choice, Pending } from './pending.ts';

interface DecideDialogProps {
  item: Pending;
  choice: Choice;
  onClose: () => void;
}

/** Explains the effect of a decision and asks for a reason. The reason goes into the audit log. */
export default function DecideDialog({ item, choice, onClose }: DecideDialogProps) {
  const decide = useDecide(item, choice, onClose);
  const form = useContractForm(reviews.decide, {
    defaultValues: { reason: '' },
    bodyOf: ({ reason }) => ({ decision: choice.decision, reason: reason.trim() }),
    missing: { reason: NO_REASON },
  });
  return (
    <FormDialog
      title={choice.question ?? `${choice.label}: ${item.title}${item.about ? ` of ${item.about}` : ''}`}
      description={choice.effect}
      submitLabel={choice.label}
      danger={choice.danger ?? false}
      isDirty={form.isDirty}
      isPending={decide.isPending}
      onSubmit={form.submit((body) => decide.mutate(body))}
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} hint="Kept in the audit log." />
    </FormDialog>
  );
}

/** Sends a decision, once. */
function useDecide(item: Pending, choice: Choice, onDone: () => void) {
  return useOnce(reviews.decide, {
    input: (body: Given<typeof reviews.decide, 'body'>) => ({ params: { id: item.id }, body }),
    changes: ['admin', 'reviews', 'transactions'],
    failed: 'Decision failed',
    onDone: () => {
      toast({
        title: 'Decision saved',
        description: choice.done ?? `${item.title}: ${choice.effect}`,
      });
      onDone();
    },
  });
}
