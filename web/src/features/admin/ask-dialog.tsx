import { transactions } from '@sterling/contract/transactions.ts';
import { useForm } from 'react-hook-form';
import { TRADE_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { Textarea } from '../../kit/ui/input.tsx';
import { toast } from '../../kit/ui/toast-store.ts';

interface AskDialogProps {
  tradeId: string;
  title: string;
  onClose: () => void;
}

/** Asks both parties of a trade. Their answers appear in the trade's timeline. */
export default function AskDialog({ tradeId, title, onClose }: AskDialogProps) {
  const form = useForm({ mode: 'onTouched', defaultValues: { text: '' } });
  const { errors, isDirty } = form.formState;
  const ask = useOnce(transactions.messages, {
    input: (text: string) => ({ params: { id: tradeId }, body: { text } }),
    changes: [...TRADE_CHANGES, 'reviews', 'admin'],
    failed: 'Question Not Sent',
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
      isDirty={isDirty}
      isPending={ask.isPending}
      onSubmit={form.handleSubmit(({ text }) => ask.mutate(text.trim()))}
      onClose={onClose}
    >
      <Field label="Question" error={errors.text?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register('text', { validate: (text) => text.trim() !== '' || 'Enter a question' })}
            maxLength={2000}
          />
        )}
      </Field>
    </FormDialog>
  );
}
