import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Skeleton } from '../ui/spinner.tsx';
import { Chart, type ChartKind } from './chart.tsx';
import type { Point } from './plot.ts';

interface ChartFigureProps {
  title: string;
  kind: ChartKind;
  /** What the points count. Column name of the table for screen readers. */
  what: string;
  /** Undefined while loading. */
  points: readonly Point[] | undefined;
  heightPx: number;
  formatAxis: (value: number) => string;
  /** The axis starts near the lowest value instead of at zero. */
  close?: boolean;
}

/** Values by day as a chart, and as a table for screen readers. */
export function ChartFigure({ title, what, points, heightPx, ...look }: ChartFigureProps) {
  return (
    <figure style={{ height: heightPx }} className="grid">
      {points ? (
        <>
          <div aria-hidden className="min-w-0">
            <ErrorBoundary silent>
              <Chart points={points} heightPx={heightPx} {...look} />
            </ErrorBoundary>
          </div>
          <DaysTable title={title} what={what} points={points} />
        </>
      ) : (
        <Skeleton className="h-full w-full" />
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
