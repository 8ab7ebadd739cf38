import type { AggregatedRate } from '@sterling/contract/market.ts';
import { MIN_ORDER_ROBUX, type Robux, robux } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { Hourglass, Store } from 'lucide-react';
import { useState } from 'react';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { ShowAllButton } from '../../kit/ui/disclosure.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { useIsPhone } from '../../kit/ui/use-browser.ts';
import { sumMarket } from '../market/market.tsx';
import { type Draft, fillOf } from './draft.ts';
import { RateCard } from './rate-card.tsx';
import { Step, type Steps } from './step.tsx';

const SHOWN = { phone: 6, desk: 9 };
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

interface RateStepProps {
  steps: Steps;
  draft: Draft;
  /** Undefined while loading. */
  rows: readonly AggregatedRate[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** The buyer has not chosen a rate, so the draft uses the best one. */
  isBest: boolean;
  /** The chosen rate is sold out or cannot fill this amount. */
  lost: boolean;
  onChoose: (row: AggregatedRate) => void;
  onAmount: (amount: Robux) => void;
  onPreOrder: () => void;
}

/** Step 2: the rate. */
export function RateStep(props: RateStepProps) {
  const { steps, rows, error } = props;
  return (
    <Step number={2} title={t('Choose a rate')} steps={steps}>
      {rows ? (
        <Rates {...props} rows={rows} />
      ) : error ? (
        <ErrorState error={error} onRetry={props.onRetry} />
      ) : (
        <div className={GRID} aria-busy>
          {PLACES.map((place) => (
            <Skeleton key={place} className="h-17 rounded-lg sm:h-27" />
          ))}
        </div>
      )}
    </Step>
  );
}

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(12.5rem,100%),1fr))] gap-2 sm:gap-3';

function Rates({
  rows,
  draft,
  isBest,
  lost,
  onChoose,
  onAmount,
  onPreOrder,
}: RateStepProps & { rows: readonly AggregatedRate[] }) {
  const [all, setAll] = useState(false);
  const firstFit = rows.findIndex((row) => fillOf(row, draft) !== null);
  const first = Math.max(useIsPhone() ? SHOWN.phone : SHOWN.desk, firstFit + 1);
  const shown = all ? rows : rows.slice(0, first);
  if (rows.length === 0) {
    return (
      <EmptyState icon={Store} title={t('No Sellers Available')} className="py-6">
        <p>
          {t(
            "No one is selling right now. Place a pre-order and we'll match it automatically when stock arrives.",
          )}
        </p>
        <PreOrderButton onPress={onPreOrder} />
      </EmptyState>
    );
  }
  return (
    <>
      {firstFit < 0 && (
        <TooLarge rows={rows} amount={draft.amount} onAmount={onAmount} onPreOrder={onPreOrder} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend */}
      <div role="group" aria-label={t('Rates')} className={GRID}>
        {shown.map((row) => (
          <RateCard
            key={row.ratePerThousand}
            row={row}
            wanted={draft}
            chosen={row === draft.chosen}
            best={row === rows[firstFit]}
            onChoose={() => onChoose(row)}
          />
        ))}
      </div>
      {/* Below the cards and always there, so that the cards never move under the pointer. */}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {firstFit >= 0 && <RateNote isBest={isBest} lost={lost} chosen={draft.chosen} />}
        {first < rows.length && (
          <ShowAllButton all={all} onChange={setAll} className="ml-auto shrink-0">
            {t('Show all {count} rates', { count: rows.length })}
          </ShowAllButton>
        )}
      </div>
    </>
  );
}

interface RateNoteProps {
  isBest: boolean;
  lost: boolean;
  chosen: AggregatedRate | undefined;
}

/** Which rate the order uses, or that the chosen one is gone. */
function RateNote({ isBest, lost, chosen }: RateNoteProps) {
  if (lost) {
    return (
      <p role="status" className="text-warn">
        {t('Your rate can no longer fill this order. Choose another.')}
      </p>
    );
  }
  if (isBest) return <p className="text-3">{t('The best rate for your amount is selected.')}</p>;
  return (
    chosen && (
      <p className="text-3">
        {t('You pay at most {ratePerThousand} per 1K.', {
          ratePerThousand: formatRate(chosen.ratePerThousand),
        })}
      </p>
    )
  );
}

interface TooLargeProps {
  rows: readonly AggregatedRate[];
  amount: Robux;
  onAmount: (amount: Robux) => void;
  onPreOrder: () => void;
}

/** No account holds the whole amount. Offers the largest possible amount or a pre-order. */
function TooLarge({ rows, amount, onAmount, onPreOrder }: TooLargeProps) {
  const most = robux(sumMarket(rows).largestOrder);
  const inParts = rows.some((row) => row.inParts >= amount);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn/12 px-4 py-3 text-warn">
      <p>
        {t('No single account has this much right now.')}
        {inParts && ` ${t('Add your cookie under Advanced Options to split the order.')}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {most >= MIN_ORDER_ROBUX && (
          <Button variant="secondary" size="sm" onClick={() => onAmount(most)}>
            {t('Use {most}', { most: formatWhole(most) })}
          </Button>
        )}
        <PreOrderButton onPress={onPreOrder} />
      </div>
    </div>
  );
}

const PreOrderButton = ({ onPress }: { onPress: () => void }) => (
  <Button size="sm" onClick={onPress}>
    <Hourglass aria-hidden className="size-4" />
    {t('Pre-Order')}
  </Button>
);
