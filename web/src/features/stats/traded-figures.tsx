import type { RateHistory } from '@sterling/contract/stats.ts';
import { ChartNoAxesColumn, Coins, ShoppingBag, Tag } from 'lucide-react';
import { formatRate, formatWhole } from '../../kit/format/format.ts';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { StatCard, StatRow } from '../../kit/ui/stat-card.tsx';
import { changeText } from './week.ts';

interface TradedFiguresProps {
  /** Undefined while loading. */
  totals: RateHistory['totals'] | undefined;
  days: string;
}

/** Four figures on the completed orders of all users. */
export function TradedFigures({ totals, days }: TradedFiguresProps) {
  const change = totals?.volumeChange == null ? null : changeText(totals.volumeChange);
  return (
    <StatRow>
      <StatCard
        label="Average Rate"
        icon={<Tag />}
        value={totals && (totals.averageRate === null ? '–' : formatRate(totals.averageRate))}
        note="Volume-weighted, per 1K"
      />
      <StatCard
        label="Volume"
        icon={<ChartNoAxesColumn />}
        value={totals && <Usd dollars={totals.volume} />}
        note={change ? `${change} vs ${periodOf(days)} before` : 'Completed orders'}
        longNote
      />
      <StatCard
        label="Robux Traded"
        icon={<Coins />}
        value={totals && <Robux amount={totals.robux} />}
        note="Market-wide"
      />
      <StatCard
        label="Completed Orders"
        icon={<ShoppingBag />}
        value={totals && formatWhole(totals.orders)}
        note={`Last ${periodOf(days)}`}
      />
    </StatRow>
  );
}

const periodOf = (days: string): string => (days === '1' ? '24 hours' : `${days} days`);
