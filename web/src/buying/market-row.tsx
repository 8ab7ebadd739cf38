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
        note={sum && `At ${sum.rates} ${sum.rates === 1 ? 'rate' : 'rates'}`}
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
        note="Automatic, day and night"
        className="max-lg:col-span-2"
      />
    </StatRow>
  );
}
