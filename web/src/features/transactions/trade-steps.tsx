import type { Endpoint } from '@sterling/contract/endpoint.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Transaction } from '@sterling/contract/transactions.ts';
import { useState } from 'react';
import { useKeptDraft } from '../../kit/form/form.tsx';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { TextareaField } from '../../kit/ui/field.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { useNow } from '../../kit/ui/use-browser.ts';
import { useUser } from '../sessions/session.tsx';
import { bodyOf, ENDPOINTS, type Party, stepsOf, type TradeStep, useTradeStep } from './trade.ts';

interface Step {
  readonly label: string;
  readonly title: string;
  readonly describe: (trade: Transaction) => string;
  readonly danger?: boolean;
  readonly words?: Words;
}

/** The text field of a step. */
interface Words {
  /** Its name in the request. */
  readonly field: 'note' | 'reason';
  readonly label: string;
  readonly hint: string;
  /** What to say if it is blank. Without it, the words are optional. */
  readonly missing?: string;
}

const STEPS: Readonly<Record<TradeStep, Step>> = {
  deliver: {
    label: t('Mark as delivered'),
    title: t('Mark as delivered?'),
    describe: () => t("We'll ask the buyer to confirm. You're paid once they do."),
    words: {
      field: 'note',
      label: t('Note to the buyer'),
      hint: t('Optional: how and where you delivered.'),
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
      field: 'reason',
      label: t('What is wrong?'),
      hint: t('The seller and Sterling staff will read this. You can add pictures afterwards.'),
      missing: t('Please say what is wrong'),
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
  const { field, missing } = words;
  const form = useContractForm<Endpoint, Record<string, string>>(ENDPOINTS[step], {
    defaultValues: { [field]: '' },
    bodyOf: ({ [field]: text = '' }) => bodyOf({ step, text }),
    ...(missing && { missing: { [field]: missing } }),
  });
  const forget = useKeptDraft(form, `${step}.${trade.id}.${useUser().id}`);
  const close = () => {
    forget();
    onClose();
  };
  const take = useTradeStep(trade.id, close);
  return (
    <FormDialog
      title={title}
      description={describe(trade)}
      cancelLabel={t('Back')}
      submitLabel={label}
      danger={danger}
      isDirty={form.isDirty}
      isPending={take.isPending}
      onSubmit={form.submit((_, { [field]: text = '' }) => take.mutate({ step, text }))}
      onClose={close}
    >
      <TextareaField {...form.field(field)} label={words.label} hint={words.hint} />
    </FormDialog>
  );
}
