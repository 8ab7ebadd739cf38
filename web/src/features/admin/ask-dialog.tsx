import type { Given } from '@sterling/contract/endpoint.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { TRADE_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';

interface AskDialogProps {
  tradeId: string;
  title: string;
  onClose: () => void;
}

/** Asks both parties of a trade. Their answers appear in the trade's timeline. */
export default function AskDialog({ tradeId, title, onClose }: AskDialogProps) {
  const form = useContractForm(transactions.messages, {
    defaultValues: { text: '' },
    bodyOf: ({ text }) => ({ text: text.trim() }),
    missing: { text: 'Enter a question' },
  });
  const ask = useOnce(transactions.messages, {
    input: (body: Given<typeof transactions.messages, 'body'>) => ({ params: { id: tradeId }, body }),
    changes: [...TRADE_CHANGES, 'reviews', 'admin'],
    failed: 'Question not sent',
    onDone: () => {
      toast({ title: 'Question sent', description: 'Both parties can answer it in the trade.' });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Ask both parties"
      description={`${title}. The buyer and the seller read your question in the trade.`}
      submitLabel="Send question"
      isDirty={form.isDirty}
      isPending={ask.isPending}
      onSubmit={form.submit((body) => ask.mutate(body))}
      onClose={onClose}
    >
      <TextareaField {...form.field('text')} label="Question" />
    </FormDialog>
  );
}
