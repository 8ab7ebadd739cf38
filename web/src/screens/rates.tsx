import { DEFAULT_RATE_DAYS, type RateDays, type RateHistory, stats } from '@sterling/contract/stats.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { lazy, useState } from 'react';
import { PriceAlertsButton } from '../features/price-alerts/price-alerts-button.tsx';
import { useUser } from '../features/sessions/session.tsx';
import { DepthCard } from '../features/stats/depth-card.tsx';
import { DaysCard, MarketFigures, RangeChoice, TickerCard } from '../features/stats/rate-cards.tsx';
import { ratePoints, ratesQuery, volumePoints } from '../features/stats/stats.ts';
import { formatAxisRate, formatShortUsd } from '../kit/format/format.ts';
import { useUrlState } from '../kit/navigation/use-url-state.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card } from '../kit/ui/card.tsx';
import { ErrorState } from '../kit/ui/missing-content.tsx';
import { Overlays } from '../kit/ui/overlays.tsx';

const UpdateRatesDialog = lazy(() => import('../features/stats/update-rates-dialog.tsx'));

const PARAMS = ['days'] as const;

/** The rate history, the traded volume and the current stock by rate of the whole market. */
export default function RatesSection() {
  const { role } = useUser();
  const [{ days = DEFAULT_RATE_DAYS }, change] = useUrlState(stats.rates.query, PARAMS);
  const range = days as RateDays;
  const [updating, setUpdating] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useQuery(ratesQuery(range));
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <RangeChoice range={range} onChange={(next) => change({ days: next })} />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <PriceAlertsButton />
          {role !== 'buyer' && (
            <Button variant="secondary" onClick={() => setUpdating(true)}>
              <Tag aria-hidden className="size-4" />
              {t('Update My Rates')}
            </Button>
          )}
        </div>
      </div>
      {!data && error ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4 md:gap-6">
          <MarketFigures totals={data?.totals} days={range} />
          <History history={data} range={range} />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2">
          <DepthCard />
        </div>
        <TickerCard />
      </div>
      <Overlays>{updating && <UpdateRatesDialog onClose={() => setUpdating(false)} />}</Overlays>
    </div>
  );
}

function History({ history, range }: { history: RateHistory | undefined; range: RateDays }) {
  const byHour = range === '1';
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6 lg:grid-cols-2">
      <DaysCard
        title={t('Rate history')}
        description={
          byHour ? t('Average price of 1,000 Robux by hour') : t('Average price of 1,000 Robux by day')
        }
        kind="steps"
        what={t('Average rate')}
        points={history && ratePoints(history.days)}
        emptyTitle={t('No completed orders in this period')}
        formatAxis={formatAxisRate}
        startsNearLowest
      />
      <DaysCard
        title={byHour ? t('Volume by hour') : t('Volume by day')}
        kind="bars"
        description={t('Dollars of completed orders')}
        what={t('Dollars')}
        points={history && volumePoints(history.days)}
        emptyTitle={t('No volume in this period')}
        formatAxis={formatShortUsd}
      />
    </div>
  );
}
