import type { AggregatedRate } from '@sterling/contract/market.ts';
import { MIN_ORDER_ROBUX } from '@sterling/contract/money.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock, Layers, type LucideIcon, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRate } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Robux } from '../../kit/ui/money.tsx';
import { platformStatusQuery } from '../platform/queries.ts';
import { deliveryByHand, fillOf, isByHand, type Wanted } from './draft.ts';

interface RateCardProps {
  row: AggregatedRate;
  wanted: Wanted;
  chosen: boolean;
  /** The cheapest rate that can fill the order. */
  best: boolean;
  onChoose: () => void;
}

/**
 * One market rate as a selectable button. The summary shows the total. The card is dimmed if it cannot fill the
 * order, and has two lines on a phone.
 */
export function RateCard({ row, wanted, chosen, best, onChoose }: RateCardProps) {
  const fits = fillOf(row, wanted) !== null;
  return (
    <button
      type="button"
      disabled={!fits}
      aria-pressed={chosen}
      onClick={onChoose}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 rounded-lg border p-3 text-left transition-colors disabled:cursor-not-allowed disabled:opacity-45 sm:min-h-27 sm:grid-rows-[auto_auto_1fr] sm:p-4',
        chosen
          ? 'border-accent bg-accent/8'
          : 'border-line enabled:hover:border-field enabled:hover:bg-surface-2/50',
      )}
    >
      <span className="col-span-2 col-start-1 row-start-1 flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-semibold text-1 text-xl tabular-nums">{formatRate(row.ratePerThousand)}</span>
        <span className="whitespace-nowrap text-3 text-xs">{t('per 1K')}</span>
      </span>
      {best && (
        // Narrow cards have no space for it beside the rate in every language.
        <span className="col-start-2 self-center justify-self-end whitespace-nowrap font-medium text-good text-xs max-sm:row-start-1 sm:row-start-3 sm:self-end">
          {t('Best rate')}
        </span>
      )}
      <span className="col-start-1 row-start-2 text-2 text-xs sm:col-span-2">
        {plural(row.sellerCount, '{count} seller', '{count} sellers', { count: row.sellerCount })}
        {' · '}
        {rich('{robux} available', { robux: <Robux amount={row.totalRobux} /> })}
      </span>
      <span
        className={cn(
          'flex not-large-text:max-sm:col-start-2 not-large-text:max-sm:row-start-2 not-large-text:max-sm:justify-end not-large-text:max-sm:text-right sm:col-start-1 sm:row-start-3 sm:items-end',
          !best && 'sm:col-span-2',
        )}
      >
        <Delivery row={row} wanted={wanted} />
      </span>
    </button>
  );
}

/** The delivery time, or the reason why this rate cannot fill the order. */
function Delivery({ row, wanted }: { row: AggregatedRate; wanted: Wanted }) {
  const { amount } = wanted;
  const { data: status } = useQuery(platformStatusQuery);
  const fill = fillOf(row, wanted);
  if (fill === null) {
    if (row.inParts >= amount) return <Small>{t('Split order only (needs your cookie)')}</Small>;
    if (row.largestOrder < MIN_ORDER_ROBUX) return <Small>{t('Less than the smallest order')}</Small>;
    return <Small>{rich('Up to {robuxAmount}', { robuxAmount: <Robux amount={row.largestOrder} /> })}</Small>;
  }
  if (fill === 'parts') return <Small icon={Layers}>{t('Split across several accounts')}</Small>;
  if (!isByHand(row, wanted)) return <Small icon={Zap}>{t('Instant')}</Small>;
  return <Small icon={Clock}>{deliveryByHand(status)}</Small>;
}

function Small({ icon: Icon, children }: { icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 text-3 text-xs">
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span>{children}</span>
    </span>
  );
}
