import type { Given } from '@sterling/contract/endpoint.ts';
import { reviews } from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { explain, isRefused } from '../../data/call.ts';
import { TRADE_CHANGES } from '../../data/change-groups.ts';
import { useOnce } from '../../data/use-once.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { NO_REASON, ReasonField } from './control-row.tsx';
import { Facts } from './facts.tsx';
import type { OpenReview } from './open-reviews.ts';
import type { ReviewChoice } from './review-choices.ts';

interface DecideDialogProps {
  item: OpenReview;
  choice: ReviewChoice;
  onClose: () => void;
}

/** Explains the effect of a decision, shows what it moves, and asks for a reason. */
export function DecideDialog({ item, choice, onClose }: DecideDialogProps) {
  const decide = useDecide(item, choice, onClose);
  const form = useContractForm(reviews.decide, {
    defaultValues: { reason: '' },
    bodyOf: ({ reason }) => ({ decision: choice.decision, reason: reason.trim() }),
    missing: { reason: NO_REASON },
  });
  return (
    <FormDialog
      title={choice.question ?? questionOf(item, choice)}
      description={choice.effect}
      submitLabel={choice.label}
      danger={choice.danger ?? false}
      isDirty={form.isDirty}
      isPending={decide.isPending}
      onSubmit={form.submit((body) => decide.mutate(body))}
      onClose={onClose}
    >
      {item.moved.length > 0 && <Facts facts={item.moved} inDialog />}
      <ReasonField {...form.field('reason')} hint={choice.readers ?? t('Kept in the audit log.')} />
    </FormDialog>
  );
}

const questionOf = ({ title, about }: OpenReview, { label: decision }: ReviewChoice): string =>
  about ? t('{decision}: {review} of {about}', { decision, review: title, about }) : `${decision}: ${title}`;

/** Sends a decision, once. If the review is closed already, there is nothing to try again. */
function useDecide(item: OpenReview, choice: ReviewChoice, onDone: () => void) {
  return useOnce(reviews.decide, {
    input: (body: Given<typeof reviews.decide, 'body'>) => ({ params: { id: item.id }, body }),
    // another wording of the reason is not another decision
    identity: ({ decision }) => decision,
    changes: ['admin', 'reviews', 'transactions', 'inbox'],
    failed: t('Decision failed'),
    explain: (error) =>
      isClosed(error)
        ? t('This review is already closed. Your decision has changed nothing.')
        : explain(error),
    onFailed: (error) => isClosed(error) && onDone(),
    onDone: () => {
      toast({
        title: item.dispute ? t('Dispute decided') : t('Decision saved'),
        description: choice.done ?? `${item.title}: ${choice.effect}`,
      });
      onDone();
    },
  });
}

/** Someone else has decided it, or other events have made the decision unnecessary. */
const isClosed = (error: unknown): boolean => isRefused(error, 'review_closed');

interface AskDialogProps {
  tradeId: string;
  title: string;
  onClose: () => void;
}

/** Asks both parties of a trade. Their answers appear in the trade's timeline. */
export function AskDialog({ tradeId, title, onClose }: AskDialogProps) {
  const form = useContractForm(transactions.messages, {
    defaultValues: { text: '' },
    bodyOf: ({ text }) => ({ text: text.trim() }),
    missing: { text: t('Enter a question') },
  });
  const ask = useOnce(transactions.messages, {
    input: (body: Given<typeof transactions.messages, 'body'>) => ({ params: { id: tradeId }, body }),
    changes: [...TRADE_CHANGES, 'reviews', 'admin'],
    failed: t('Question not sent'),
    onDone: () => {
      toast({ title: t('Question sent'), description: t('Both parties can answer it in the trade.') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('Ask both parties')}
      description={t('{title}. The buyer and the seller read your question in the trade.', { title })}
      submitLabel={t('Send question')}
      isDirty={form.isDirty}
      isPending={ask.isPending}
      onSubmit={form.submit((body) => ask.mutate(body))}
      onClose={onClose}
    >
      <TextareaField {...form.field('text')} label={t('Question')} />
    </FormDialog>
  );
}
