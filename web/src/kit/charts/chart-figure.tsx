import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { Point } from './point.ts';

const DaysChart = lazy(() => import('./days-chart.tsx'));

interface ChartFigureProps {
  title: string;
  /** What the points count. Column name of the table for screen readers. */
  what: string;
  /** Undefined while loading. */
  points: readonly Point[] | undefined;
  heightPx: number;
  formatAxis: (value: number) => string;
  /** The axis starts near the lowest point instead of at zero. */
  close?: boolean;
}

/**
 * A daily value as an area chart, and as a table for screen readers. The chart code loads only when there is
 * data.
 */
export function ChartFigure({ title, what, points, heightPx, ...look }: ChartFigureProps) {
  const waiting = <Skeleton className="h-full w-full" />;
  return (
    <figure style={{ height: heightPx }} className="grid">
      {points ? (
        <>
          <div aria-hidden className="min-w-0">
            <ErrorBoundary silent>
              <Suspense fallback={waiting}>
                <DaysChart points={points} heightPx={heightPx} {...look} />
              </Suspense>
            </ErrorBoundary>
          </div>
          <DaysTable title={title} what={what} points={points} />
        </>
      ) : (
        waiting
      )}
    </figure>
  );
}

function DaysTable({ title, what, points }: { title: string; what: string; points: readonly Point[] }) {
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
