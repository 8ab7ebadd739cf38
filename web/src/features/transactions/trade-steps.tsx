import type { Transaction } from '@sterling/contract/transactions.ts';
import { useState } from 'react';
import { formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Field } from '../../kit/ui/field.tsx';
import { Textarea } from '../../kit/ui/input.tsx';
import { type Party, stepsOf, type TradeStep } from './trade.ts';
import { useTradeStep } from './use-trade-step.ts';

interface Step {
  readonly label: string;
  readonly title: string;
  readonly describe: (trade: Transaction) => string;
  readonly danger?: boolean;
  /** The text field of the step. */
  readonly words?: { readonly label: string; readonly hint: string; readonly required: boolean };
}

const STEPS: Readonly<Record<TradeStep, Step>> = {
  deliver: {
    label: 'Mark as Delivered',
    title: 'Mark as delivered?',
    describe: () => "We'll ask the buyer to confirm. You're paid once they do.",
    words: { label: 'Note to the buyer', hint: 'Optional: how and where you delivered.', required: false },
  },
  confirm: {
    label: 'Confirm Receipt',
    title: 'Did you receive everything?',
    describe: (trade) => `This releases ${formatUsd(trade.totalAmount)} to the seller and can't be undone.`,
  },
  cancel: {
    label: 'Cancel Trade',
    title: 'Cancel this trade?',
    describe: (trade) =>
      trade.type === 'sale'
        ? `The buyer is refunded ${formatUsd(trade.totalAmount)} and your listing goes back on sale.`
        : `You're refunded ${formatUsd(trade.totalAmount)} and the trade ends.`,
    danger: true,
  },
  dispute: {
    label: 'Open Dispute',
    title: 'Open a dispute?',
    describe: () => 'The money stays on hold until Sterling staff has decided.',
    danger: true,
    words: {
      label: 'What is wrong?',
      hint: 'The seller and Sterling staff will read this. You can add pictures afterwards.',
      required: true,
    },
  },
};

/** The available actions of the user. Each asks for confirmation. */
export function TradeSteps({ trade, party }: { trade: Transaction; party: Party }) {
  const [asked, setAsked] = useState<TradeStep | null>(null);
  const steps = stepsOf(trade, party, Date.now());
  return (
    <>
      {steps.length > 0 && (
        <div className="flex flex-col gap-2 sm:flex-row">
          {steps.map((step, index) => (
            <Button
              key={step}
              variant={index === 0 && !STEPS[step].danger ? 'primary' : 'secondary'}
              onClick={() => setAsked(step)}
              className="sm:flex-1"
            >
              {STEPS[step].label}
            </Button>
          ))}
        </div>
      )}
      {asked && <StepDialog key={asked} trade={trade} step={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface StepDialogProps {
  trade: Transaction;
  step: TradeStep;
  onClose: () => void;
}

function StepDialog({ trade, step, onClose }: StepDialogProps) {
  const { label, title, describe, danger, words } = STEPS[step];
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const take = useTradeStep(trade.id, onClose);
  const confirm = () => {
    if (words?.required && !text.trim()) setMissing(true);
    else take.mutate({ step, text });
  };
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={describe(trade)}
      cancelLabel="Back"
      confirmLabel={label}
      danger={danger ?? false}
      pending={take.isPending}
      onConfirm={confirm}
    >
      {words && (
        <Field
          label={words.label}
          hint={words.hint}
          error={missing && !text.trim() ? 'Please say what is wrong' : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              maxLength={2000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
    </AlertDialog>
  );
}
