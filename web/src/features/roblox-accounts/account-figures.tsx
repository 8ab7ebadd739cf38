import { useQuery } from '@tanstack/react-query';
import { Coins, ShoppingCart, UsersRound } from 'lucide-react';
import { formatWhole } from '../../kit/format/format.ts';
import { Robux } from '../../kit/ui/money.tsx';
import { StatCard, StatRow } from '../../kit/ui/stat-card.tsx';
import { accountFiguresQuery } from './queries.ts';

/** Totals of all accounts of the seller, not only of the current page. */
export function AccountFigures() {
  const { data, isError } = useQuery(accountFiguresQuery);
  const unknown = isError ? '–' : undefined;
  return (
    <StatRow count={3}>
      <StatCard
        label="Total Robux"
        icon={<Coins />}
        value={data ? <Robux amount={data.robux} /> : unknown}
        note="In all accounts"
      />
      <StatCard
        label="Accounts"
        icon={<UsersRound />}
        value={data ? formatWhole(data.total) : unknown}
        note={data && `${formatWhole(data.forSale)} for sale`}
      />
      <StatCard
        label="Sold"
        icon={<ShoppingCart />}
        value={data ? <Robux amount={data.sold} /> : unknown}
        note="Robux sold in completed orders"
        className="max-sm:col-span-2"
      />
    </StatRow>
  );
}
