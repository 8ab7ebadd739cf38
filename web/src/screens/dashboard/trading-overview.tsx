import type { Side } from '@sterling/contract/fields.ts';
import type { AggregatedRate } from '@sterling/contract/market.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Plus, Star, Store, Tag, Wallet } from 'lucide-react';
import { lazy, useState } from 'react';
import { historySideOf } from '../../features/history/history.tsx';
import { accountsText, StockBar, withShares } from '../../features/market/market.tsx';
import { platformStatsQuery } from '../../features/platform/queries.ts';
import { OwnPreOrders } from '../../features/pre-orders/pre-order-lists.tsx';
import { useUser } from '../../features/sessions/session.tsx';
import { userStatsQuery } from '../../features/stats/stats.ts';
import { formatPercent, formatRate, formatTenths, formatWhole } from '../../kit/format/format.ts';
import { Card, CardHeader, StatCard, StatRow } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { type QuickAction, QuickActions, RecentTransactions } from './dashboard-cards.tsx';

const UpdateRatesDialog = lazy(() => import('../../features/stats/update-rates-dialog.tsx'));
const ListingDialog = lazy(() => import('../../features/listings/listing-dialog.tsx'));

/** Totals of the user, the latest transactions, and quick actions. */
export function TradingOverview() {
  const [open, setOpen] = useState<'listing' | 'rates' | null>(null);
  const user = useUser();
  const side = historySideOf(user);
  const browse: QuickAction = {
    section: 'marketplace',
    label: t('Browse Marketplace'),
    note: t('See what others are selling'),
    icon: Store,
  };
  // Buyers cannot create listings.
  const create: QuickAction = {
    section: 'listings',
    label: t('Create New Listing'),
    note: t('Sell an item on the marketplace'),
    icon: Plus,
    act: () => setOpen('listing'),
  };
  const update: QuickAction = {
    section: 'rates',
    label: t('Update My Rates'),
    note: t('Per 1,000 Robux, by account'),
    icon: Tag,
    act: () => setOpen('rates'),
  };
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <UserFigures side={side} />
      <div className="grid grid-cols-1 gap-4 md:gap-6 xl:grid-cols-3">
        {/* First on a phone. The table below grows when it loads and must not move the buttons. */}
        <QuickActions
          actions={user.role === 'buyer' ? [browse] : [create, browse, update]}
          className="xl:order-last"
        />
        <RecentTransactions side={side} className="xl:col-span-2" />
      </div>
      <Overlays>
        {open === 'listing' && <ListingDialog listing={null} onClose={() => setOpen(null)} />}
        {open === 'rates' && <UpdateRatesDialog onClose={() => setOpen(null)} />}
      </Overlays>
    </div>
  );
}

/** Totals of the user. A missing rating shows a dash. */
function UserFigures({ side }: { side: Side }) {
  const { data, isError } = useQuery(userStatsQuery(side));
  const isKnown = data !== undefined || isError;
  return (
    <StatRow>
      <StatCard
        label={t('Total Earnings')}
        icon={<Wallet />}
        value={isKnown ? <Usd cents={data?.totalEarnings} /> : undefined}
        note={t('From sales')}
      />
      <StatCard
        label={t('Completed Trades')}
        icon={<CircleCheck />}
        value={isKnown ? formatWhole(data?.totalTransactions) : undefined}
        note={t('Trades and orders')}
      />
      <StatCard
        label={t('Active Listings')}
        icon={<Tag />}
        value={isKnown ? formatWhole(data?.totalListings) : undefined}
        note={t('On the marketplace')}
      />
      <StatCard
        label={t('Rating')}
        icon={<Star />}
        value={isKnown ? (typeof data?.rating === 'number' ? formatTenths(data.rating) : '–') : undefined}
        note={
          data &&
          (data.successRate === null
            ? t('No finished trades yet')
            : t('Success Rate {rate}', { rate: formatPercent(data.successRate, 1) }))
        }
      />
    </StatRow>
  );
}

/** The overview of admins, and of an unknown section: totals, transactions and the best market rates. Admins have no buy page, where pre-orders stand. */
export function GenericOverview() {
  const { data } = useQuery(platformStatsQuery);
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <OwnPreOrders />
      <TradingOverview />
      {data && <CheapestRates rates={data.rates} />}
    </div>
  );
}

function CheapestRates({ rates }: { rates: readonly AggregatedRate[] }) {
  return (
    <Card>
      <CardHeader title={t('Cheapest rates')} description={t('Per 1,000 Robux, live.')} />
      {rates.length === 0 ? (
        <EmptyState icon={Tag} title={t('No stock for sale right now')} />
      ) : (
        <ul className="divide-y divide-line">
          {withShares(rates, ({ totalRobux }) => totalRobux).map((rate) => (
            <li
              key={rate.ratePerThousand}
              className="flex min-h-13 large-text:flex-wrap items-center gap-4 px-4 py-2 sm:px-5"
            >
              <span className="w-16 font-medium tabular-nums">{formatRate(rate.ratePerThousand)}</span>
              <span className="flex-1">
                <span className="max-sm:hidden">
                  <StockBar share={rate.share} />
                </span>
              </span>
              <span className="text-right text-3 tabular-nums sm:w-28">
                {accountsText(rate.accountCount)}
              </span>
              <Robux amount={rate.totalRobux} className="min-w-24 shrink-0 text-right" />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
