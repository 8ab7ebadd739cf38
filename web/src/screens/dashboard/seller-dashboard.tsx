import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Coins, Landmark, ReceiptText, UsersRound, Wallet } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import { entryColumns, recentSalesQuery } from '../../features/history/history.tsx';
import { WaitingTrades } from '../../features/inbox/inbox.tsx';
import { ManualOrders } from '../../features/orders/order-list.tsx';
import { NO_SELLER_WEEK, revenuePoints, useToday, weekQuery } from '../../features/stats/stats.ts';
import { WeekCard } from '../../features/stats/week-card.tsx';
import { formatShortUsd } from '../../kit/format/format.ts';
import { sectionPath } from '../../kit/navigation/section-navigation.ts';
import { useUrlState } from '../../kit/navigation/use-url-state.ts';
import { Button } from '../../kit/ui/button.tsx';
import { StatCard, StatRow } from '../../kit/ui/card.tsx';
import { lazyNamed } from '../../kit/ui/lazy.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { PageSpinner } from '../../kit/ui/spinner.tsx';
import { Tabs } from '../../kit/ui/tabs.tsx';
import { type QuickAction, QuickActions, RecentCard } from './dashboard-cards.tsx';
import { SellerFirstSteps } from './first-steps.tsx';

/** Loads when the seller opens its tab. */
const TradingOverview = lazyNamed(async () => (await import('./trading-overview.tsx')).TradingOverview);

const ACTIONS: readonly QuickAction[] = [
  { section: 'transactions', label: t('View Sales'), note: t('All your sales'), icon: ChartNoAxesColumn },
  { section: 'wallet', label: t('Withdraw Funds'), note: t('To your Litecoin address'), icon: Landmark },
  { section: 'roblox-accounts', label: t('Roblox Accounts'), note: t('Stock and rates'), icon: UsersRound },
];

const VIEWS = z.object({ view: z.enum(['performance', 'overview']) });
const PARAMS = ['view'] as const;

/** The seller's dashboard, with a tab for the trading overview. */
export default function SellerDashboard() {
  const [{ view = 'performance' }, change] = useUrlState(VIEWS, PARAMS);
  return (
    <Tabs
      value={view}
      onChange={(next) => change({ view: next })}
      label={t('Views')}
      tabs={[
        { key: 'performance', label: t('Performance'), content: <Performance /> },
        { key: 'overview', label: t('Overview'), content: <SecondView /> },
      ]}
    />
  );
}

function SecondView() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <TradingOverview />
    </Suspense>
  );
}

function Performance() {
  const today = useToday();
  const { data, isError } = useQuery(weekQuery('seller', today));
  // A failed load shows zeros without a message.
  const week = data ?? (isError ? NO_SELLER_WEEK : undefined);
  const totals = week?.totals;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <ManualOrders />
      <WaitingTrades>
        <StatRow count={3}>
          <StatCard
            label={t('Total Earnings')}
            icon={<Wallet />}
            value={totals && <Usd cents={totals.totalEarnings} />}
            note={t('After fees')}
          />
          <StatCard
            label={t('Active Listings')}
            icon={<UsersRound />}
            value={totals?.activeListings}
            note={t('Roblox accounts')}
          />
          <StatCard
            label={t('Total Sales')}
            icon={<Coins />}
            value={totals && <Robux amount={totals.totalSales} />}
            note={t('Robux sold in completed orders')}
            className="max-sm:col-span-full"
          />
        </StatRow>
        <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-3">
          <WeekCard
            title={t('Revenue Overview')}
            what={t('Revenue and sales')}
            points={week && revenuePoints(week, today)}
            change={week?.change}
            heightPx={250}
            emptyHeightPx={250}
            emptyTitle={t('No revenue data yet')}
            empty={data?.totals.totalSales === 0 && <SellerFirstSteps totals={data.totals} />}
            formatAxis={formatShortUsd}
            className="lg:col-span-2"
          />
          <QuickActions actions={ACTIONS} />
        </div>
        <RecentSales hasStock={Boolean(totals?.activeListings)} />
      </WaitingTrades>
    </div>
  );
}

const COLUMNS = entryColumns(['createdAt', 'type', 'amount', 'quantity', 'status'], false);

/** The latest five sales of listings and Robux. */
function RecentSales({ hasStock }: { hasStock: boolean }) {
  const { data, isError } = useQuery(recentSalesQuery);
  return (
    <RecentCard
      title={t('Recent Sales')}
      columns={COLUMNS}
      // A failed load shows an empty list without a message.
      entries={data ?? (isError ? [] : undefined)}
      empty={
        <EmptyState icon={ReceiptText} title={t('No sales yet')}>
          {hasStock ? (
            t('Sales appear here as soon as someone buys from you.')
          ) : (
            <>
              <p>{t('Add Roblox accounts to put Robux up for sale.')}</p>
              <Button asChild variant="secondary" size="sm">
                <Link href={sectionPath('roblox-accounts')}>{t('Add Roblox accounts')}</Link>
              </Button>
            </>
          )}
        </EmptyState>
      }
    />
  );
}
