import type { Robux } from '@sterling/contract/money.ts';
import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { Clock, Zap } from 'lucide-react';
import { formatRate } from '../format.ts';
import { cn } from '../ui/class-names.ts';
import { Robux as RobuxAmount, Usd } from '../ui/money.tsx';
import { canFill, totalAt } from './draft.ts';

interface RateCardProps {
  row: AggregatedRate;
  amount: Robux;
  chosen: boolean;
  /** The cheapest that can fill the order. */
  best: boolean;
  onChoose: () => void;
}

/** One rate of the market, itself the button that chooses it; dimmed where no account there holds the amount. */
export function RateCard({ row, amount, chosen, best, onChoose }: RateCardProps) {
  const fits = canFill(row, amount);
  const total = totalAt(row, amount);
  return (
    <button
      type="button"
      disabled={!fits}
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        'flex min-h-31 flex-col rounded-lg border p-4 text-left transition-colors disabled:cursor-not-allowed disabled:opacity-45',
        chosen
          ? 'border-accent bg-accent/8'
          : 'border-line enabled:hover:border-field enabled:hover:bg-surface-2/50',
      )}
    >
      <span className="flex w-full items-baseline gap-1.5">
        <span className="font-semibold text-1 text-xl tabular-nums">{formatRate(row.ratePerThousand)}</span>
        <span className="text-3 text-xs">per 1K</span>
        {best && <span className="ml-auto font-medium text-good text-xs">Best rate</span>}
      </span>
      <span className="mt-1 text-2 text-xs">
        {row.accountCount} {row.accountCount === 1 ? 'seller' : 'sellers'} ·{' '}
        <RobuxAmount amount={row.totalRobux} /> available
      </span>
      <span className="mt-auto flex w-full items-end justify-between gap-2 pt-3">
        <Delivery row={row} amount={amount} />
        {total !== null && <Usd cents={total} className="font-medium text-1" />}
      </span>
    </button>
  );
}

/** How soon: an automatic account delivers at once, a manual one within its 30 minutes. */
function Delivery({ row, amount }: { row: AggregatedRate; amount: Robux }) {
  if (!canFill(row, amount)) {
    return (
      <span className="text-3 text-xs">
        Up to <RobuxAmount amount={row.largestOrder} /> an order
      </span>
    );
  }
  const Icon = row.instant >= amount ? Zap : Clock;
  return (
    <span className="inline-flex items-center gap-1 text-3 text-xs">
      <Icon aria-hidden className="size-3.5" />
      {row.instant >= amount ? 'Instant' : 'Within 30 minutes'}
    </span>
  );
}
