import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { Textarea } from '../../kit/ui/input.tsx';
import type { Party } from './trade.ts';
import { useTradeStep } from './use-trade-step.ts';

const TO: Readonly<Record<Party, string>> = {
  buyer: 'Message to the seller',
  seller: 'Message to the buyer',
  staff: 'Message to both parties',
};

/** Sends a message to the other party while the trade is open. */
export function MessageForm({ tradeId, party }: { tradeId: string; party: Party }) {
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const send = useTradeStep(tradeId, () => setText(''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!text.trim());
    if (text.trim()) send.mutate({ step: 'message', text });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-end gap-2">
      <Field
        label={TO[party]}
        error={missing && !text.trim() ? 'Write something first' : undefined}
        className="w-full"
      >
        {(control) => (
          <Textarea
            {...control}
            maxLength={2000}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="min-h-20"
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" size="sm" pending={send.isPending}>
        <Send aria-hidden className="size-4" />
        Send
      </Button>
    </form>
  );
}
