import { transactions } from '@sterling/contract/transactions.ts';
import { Send } from 'lucide-react';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { Button } from '../../kit/ui/button.tsx';
import { TextareaField } from '../../kit/ui/input-field.tsx';
import type { Party } from './trade.ts';
import { useTradeStep } from './use-trade-step.ts';

const TO: Readonly<Record<Party, string>> = {
  buyer: 'Message to the seller',
  seller: 'Message to the buyer',
  staff: 'Message to both parties',
};

/** Sends a message to the other party while the trade is open. */
export function MessageForm({ tradeId, party }: { tradeId: string; party: Party }) {
  const form = useContractForm(transactions.messages, {
    defaultValues: { text: '' },
    bodyOf: (draft) => draft,
    missing: { text: 'Write something first' },
  });
  const send = useTradeStep(tradeId, () => form.reset());
  const submit = form.submit(({ text }) => send.mutate({ step: 'message', text }));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-end gap-2">
      <TextareaField {...form.field('text')} label={TO[party]} className="min-h-20" />
      <Button type="submit" variant="secondary" size="sm" pending={send.isPending}>
        <Send aria-hidden className="size-4" />
        Send
      </Button>
    </form>
  );
}
