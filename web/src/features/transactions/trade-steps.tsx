import { t } from '@sterling/contract/texts.ts';
import { type Transaction, transactions } from '@sterling/contract/transactions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { TRADE_CHANGES } from '../../data/changes.ts';
import { useOnce } from '../../data/use-once.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useNow } from '../../kit/ui/use-browser.ts';
import { type Party, stepsOf, type TradeStep, tradeQuery } from './trade.ts';

interface Step {
  readonly label: string;
  readonly title: string;
  readonly describe: (trade: Transaction) => string;
  readonly danger?: boolean;
  readonly words?: Words;
}

/** The text field of a step. */
interface Words {
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
}

const STEPS: Readonly<Record<TradeStep, Step>> = {
  deliver: {
    label: t('Mark as delivered'),
    title: t('Mark as delivered?'),
    describe: () => t("We'll ask the buyer to confirm. You're paid once they do."),
    words: {
      label: t('Note to the buyer'),
      hint: t('Optional: how and where you delivered.'),
      required: false,
    },
  },
  confirm: {
    label: t('Confirm receipt'),
    title: t('Did you receive everything?'),
    describe: (trade) =>
      t("This releases {totalAmount} to the seller and can't be undone.", {
        totalAmount: formatUsd(trade.totalAmount),
      }),
  },
  cancel: {
    label: t('Cancel trade'),
    title: t('Cancel this trade?'),
    describe: (trade) =>
      trade.type === 'sale'
        ? t('The buyer is refunded {totalAmount} and your listing goes back on sale.', {
            totalAmount: formatUsd(trade.totalAmount),
          })
        : t("You're refunded {totalAmount} and the trade ends.", {
            totalAmount: formatUsd(trade.totalAmount),
          }),
    danger: true,
  },
  dispute: {
    label: t('Open dispute'),
    title: t('Open a dispute?'),
    describe: () => t('The money stays on hold until Sterling staff has decided.'),
    danger: true,
    words: {
      label: t('What is wrong?'),
      hint: t('The seller and Sterling staff will read this. You can add pictures afterwards.'),
      required: true,
    },
  },
};

/** The available actions of the user. Each asks for confirmation. */
export function TradeSteps({ trade, party }: { trade: Transaction; party: Party }) {
  const [asked, setAsked] = useState<TradeStep | null>(null);
  const steps = stepsOf(trade, party, useNow());
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
      <Overlays>
        {/* the other party or another tab may have taken a step meanwhile */}
        {asked && steps.includes(asked) && (
          <StepDialog key={asked} trade={trade} step={asked} onClose={() => setAsked(null)} />
        )}
      </Overlays>
    </>
  );
}

interface StepDialogProps {
  trade: Transaction;
  step: TradeStep;
  onClose: () => void;
}

function StepDialog(props: StepDialogProps) {
  const { words } = STEPS[props.step];
  return words ? <WordsDialog {...props} words={words} /> : <ConfirmDialog {...props} />;
}

function ConfirmDialog({ trade, step, onClose }: StepDialogProps) {
  const { label, title, describe, danger = false } = STEPS[step];
  const take = useTradeStep(trade.id, onClose);
  return (
    <AlertDialog
      onClose={onClose}
      title={title}
      description={describe(trade)}
      cancelLabel={t('Back')}
      confirmLabel={label}
      danger={danger}
      pending={take.isPending}
      onConfirm={() => take.mutate({ step, text: '' })}
    />
  );
}

/** Asks for the words that go to the other party. */
function WordsDialog({ trade, step, words, onClose }: StepDialogProps & { words: Words }) {
  const { label, title, describe, danger = false } = STEPS[step];
  const form = useContractForm(transactions.dispute, {
    defaultValues: { reason: '' },
    bodyOf: (draft) => draft,
    ...(words.required && { missing: { reason: t('Please say what is wrong') } }),
  });
  const take = useTradeStep(trade.id, onClose);
  const send = form.submit(({ reason }) => take.mutate({ step, text: reason }));
  const submit = (event: FormEvent) => {
    const isSilent = !words.required && form.getValues('reason').trim() === '';
    if (!isSilent) return void send(event);
    event.preventDefault();
    take.mutate({ step, text: '' });
  };
  return (
    <FormDialog
      title={title}
      description={describe(trade)}
      cancelLabel={t('Back')}
      submitLabel={label}
      danger={danger}
      isDirty={form.isDirty}
      isPending={take.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextareaField {...form.field('reason')} label={words.label} hint={words.hint} />
    </FormDialog>
  );
}

export type Taken =
  | { readonly step: TradeStep; readonly text: string }
  | { readonly step: 'message'; readonly text: string }
  | { readonly step: 'rate'; readonly stars: number; readonly text: string };

const DONE: Readonly<Record<Exclude<Taken['step'], 'message'>, string>> = {
  deliver: t('Marked as delivered'),
  confirm: t('Receipt confirmed. The seller is paid'),
  cancel: t('Trade cancelled. The money is back with the buyer'),
  dispute: t('Dispute opened. Sterling staff will review it'),
  rate: t('Thanks for your rating'),
};

/** Runs a step of a trade, once. */
export function useTradeStep(id: string, onDone?: () => void) {
  const client = useQueryClient();
  const { queryKey } = tradeQuery(id);
  return useOnce((taken: Taken) => ENDPOINTS[taken.step], {
    input: (taken) => ({ params: { id }, body: bodyOf(taken) }),
    changes: TRADE_CHANGES,
    failed: t('Error'),
    onDone: (trade, { step }) => {
      client.setQueryData(queryKey, trade);
      if (step !== 'message') toast({ title: t('Success'), description: DONE[step] });
      onDone?.();
    },
  });
}

const ENDPOINTS = {
  deliver: transactions.deliver,
  confirm: transactions.confirm,
  cancel: transactions.cancel,
  dispute: transactions.dispute,
  message: transactions.messages,
  rate: transactions.rate,
} as const;

function bodyOf(taken: Taken): object {
  const text = taken.text.trim();
  switch (taken.step) {
    case 'deliver':
      return text ? { note: text } : {};
    case 'confirm':
    case 'cancel':
      return {};
    case 'dispute':
      return { reason: text };
    case 'message':
      return { text };
    case 'rate':
      return text ? { stars: taken.stars, comment: text } : { stars: taken.stars };
  }
}
