import { ChartArea, TrendingDown, TrendingUp } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../shell/error-boundary.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { changeText, type Point } from './week.ts';

const WeekChart = lazy(() => import('./week-chart.tsx'));

interface WeekCardProps {
  title: string;
  /** Monday first; undefined while they load. */
  points: readonly Point[] | undefined;
  /** Percent against last week. */
  change: number | undefined;
  heightPx: number;
  emptyHeightPx: number;
  emptyTitle: string;
  /** What the points count: names the column of the table for those who hear it. */
  what: string;
  formatAxis: (value: number) => string;
  className?: string;
}

/** The week as an area chart, live; its code is loaded when there is something to draw. */
export function WeekCard(props: WeekCardProps) {
  const { title, points, change, heightPx, emptyHeightPx, emptyTitle, what, formatAxis, className } = props;
  const isEmpty = points?.every(({ value }) => !value);
  const waiting = <Skeleton className="h-full w-full" />;
  return (
    <Card className={className}>
      <CardHeader title={title}>
        <Change percent={change ?? 0} />
        <Badge tone="good">Live</Badge>
      </CardHeader>
      <CardBody className="pr-3 pl-2 sm:pr-4">
        {isEmpty ? (
          <div style={{ height: emptyHeightPx }} className="grid place-items-center">
            <EmptyState icon={ChartArea} title={emptyTitle} />
          </div>
        ) : (
          <figure style={{ height: heightPx }} className="grid">
            {points ? (
              <>
                <div aria-hidden className="min-w-0">
                  <ErrorBoundary silent>
                    <Suspense fallback={waiting}>
                      <WeekChart points={points} heightPx={heightPx} formatAxis={formatAxis} />
                    </Suspense>
                  </ErrorBoundary>
                </div>
                <DaysTable title={title} what={what} points={points} />
              </>
            ) : (
              waiting
            )}
          </figure>
        )}
      </CardBody>
    </Card>
  );
}

function Change({ percent }: { percent: number }) {
  const text = changeText(percent);
  if (text === null) return null;
  const Icon = percent > 0 ? TrendingUp : TrendingDown;
  return (
    <Badge tone={percent > 0 ? 'good' : 'bad'} icon={<Icon aria-hidden />}>
      {text}
      <span className="max-sm:sr-only">vs last week</span>
    </Badge>
  );
}

function DaysTable({
  title,
  what,
  points,
}: Pick<WeekCardProps, 'title' | 'what'> & { points: readonly Point[] }) {
  const reached = points.filter(({ value }) => value !== null);
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{what}</th>
          </tr>
        </thead>
        <tbody>
          {reached.map(({ day, text }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
