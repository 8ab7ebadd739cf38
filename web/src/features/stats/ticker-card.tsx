import type { Ticker } from '@sterling/contract/stats.ts';
import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRate, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { Robux } from '../../kit/ui/money.tsx';
import { tickerQuery } from './queries.ts';
import { Change } from './week-card.tsx';

/** The latest rate with its change in 24 hours, the seller's own position, and the latest trades. */
export function TickerCard({ className }: { className?: string }) {
  const { data } = useQuery(tickerQuery);
  return (
    <Card className={className}>
      <CardHeader title="Last trades" description="Completed orders, newest first" />
      {data && <Summary ticker={data} />}
      {data?.trades.length === 0 ? (
        <EmptyState icon={Activity} title="No completed orders yet">
          Trades will appear here.
        </EmptyState>
      ) : (
        <Trades trades={data?.trades ?? []} />
      )}
    </Card>
  );
}

function Summary({ ticker: { last, change, position } }: { ticker: Ticker }) {
  if (last === null) return null;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-line border-b px-4 py-4 sm:px-5">
      <Figure label="Last rate">
        {formatRate(last)} <Change percent={change ?? 0} against="24 hours ago" />
      </Figure>
      {position && (
        <Figure label="Your position">
          #{position.rank}
          <span className="font-normal text-3 text-sm">
            {position.aboveBest > 0
              ? `${formatUsd(position.aboveBest)} above the best rate`
              : 'At the best rate'}
          </span>
        </Figure>
      )}
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-3 text-xs">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-2 font-semibold text-1 text-lg tabular-nums">
        {children}
      </dd>
    </div>
  );
}

function Trades({ trades }: { trades: Ticker['trades'] }) {
  return (
    <ul className="divide-y divide-line">
      {trades.map(({ at, robux, rate }) => (
        <li key={`${at} ${robux} ${rate}`} className="flex items-center gap-4 px-4 py-2.5 sm:px-5">
          <span className="font-medium text-1 tabular-nums">{formatRate(rate)}</span>
          <Robux amount={robux} className="text-2" />
          <time dateTime={at} className="ml-auto text-3 text-sm tabular-nums">
            {formatTime(at)}
          </time>
        </li>
      ))}
    </ul>
  );
}
