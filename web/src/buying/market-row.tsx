import type { AggregatedRate } from '@sterling/contract/platform.ts';
import { Coins, UsersRound, Zap } from 'lucide-react';
import { formatWhole } from '../format.ts';
import { sumMarket } from '../market/figures.ts';
import { Robux } from '../ui/money.tsx';
import { StatCard, StatRow } from '../ui/stat-card.tsx';

/** What can be bought right now. */
export function MarketRow({ rows }: { rows: readonly AggregatedRate[] | undefined }) {
  const sum = rows && sumMarket(rows);
  return (
    <StatRow count={3}>
      <StatCard
        label="Total Available Robux"
        icon={<Coins />}
        value={sum && <Robux amount={sum.robux} />}
        note={sum && noteOn(sum.rates)}
      />
      <StatCard
        label="Active Sellers"
        icon={<UsersRound />}
        value={sum && formatWhole(sum.accounts)}
        note="Accounts with stock"
      />
      <StatCard
        label="Instant Delivery"
        icon={<Zap />}
        value="24/7"
        note={<span className="max-sm:hidden">Automatic, day and night</span>}
        className="max-sm:min-h-0 max-sm:flex-row max-sm:items-center max-sm:justify-between max-sm:py-2 max-lg:col-span-2"
      />
    </StatRow>
  );
}

function noteOn(rates: number): string {
  if (rates === 0) return 'None for sale right now';
  return `At ${rates} ${rates === 1 ? 'rate' : 'rates'}`;
}
