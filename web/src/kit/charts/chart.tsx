import { t } from '@sterling/contract/texts.ts';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Table } from '../ui/data-table.tsx';
import { ErrorBoundary } from '../ui/missing-content.tsx';
import { Skeleton } from '../ui/spinner.tsx';
import { hasLabel, LABEL_GAP, type Plot, type Point, plotOf, shiftOf } from './plot.ts';
import { Area, Bars, Steps } from './series.tsx';

/** Area: a running sum or total by day. Bars: amounts of separate days. Steps: a price, with gaps. */
type ChartKind = 'area' | 'bars' | 'steps';

interface ChartProps {
  kind: ChartKind;
  points: readonly Point[];
  heightPx: number;
  formatAxis: (value: number) => string;
  /** The axis starts near the lowest value instead of at zero. */
  startsNearLowest?: boolean;
}

const SERIES = { area: Area, bars: Bars, steps: Steps } as const;

/** A chart in plain SVG. It takes no focus; the table beside it serves screen readers and keyboards. */
function Chart({ kind, points, heightPx, formatAxis, startsNearLowest = false }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [active, setActive] = useState<number | null>(null);
  const plot = plotOf(points, { width, height: heightPx, startsNearLowest, formatAxis });
  const Series = SERIES[kind];
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    setActive(plot.indexAt(clientX - currentTarget.getBoundingClientRect().left));
  return (
    <div ref={box} className="relative min-w-0 overflow-x-clip" style={{ height: heightPx }}>
      {width > 0 && (
        <svg
          width={width}
          height={heightPx}
          className="block touch-pan-y select-none"
          data-chart={kind}
          aria-hidden
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setActive(null)}
        >
          <Axes plot={plot} points={points} formatAxis={formatAxis} />
          {active !== null && (
            <line
              x1={plot.x(active)}
              x2={plot.x(active)}
              y1={plot.top}
              y2={plot.bottom}
              stroke="var(--field)"
              strokeDasharray="3 3"
            />
          )}
          <Series points={points} plot={plot} active={active} />
        </svg>
      )}
      {active !== null && points[active] && <Tip point={points[active]} x={plot.x(active)} width={width} />}
    </div>
  );
}

interface AxesProps {
  plot: Plot;
  points: readonly Point[];
  formatAxis: (value: number) => string;
}

function Axes({ plot, points, formatAxis }: AxesProps) {
  return (
    <g fontSize={12} fill="var(--text-3)">
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} stroke="var(--line)" />
          <text x={plot.left - LABEL_GAP} y={plot.y(tick)} dy="0.35em" textAnchor="end">
            {formatAxis(tick)}
          </text>
        </g>
      ))}
      {points.map(
        ({ day }, index) =>
          hasLabel(index, points, plot) && (
            <text
              key={day}
              x={plot.x(index) - (index === points.length - 1 ? shiftOf(points, plot) : 0)}
              y={plot.bottom + 20}
              textAnchor="middle"
              data-label
            >
              {day}
            </text>
          ),
      )}
    </g>
  );
}

/** The figure under the pointer, beside the pointer's line. */
function Tip({ point, x, width }: { point: Point; x: number; width: number }) {
  const style = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div
      style={style}
      className="pointer-events-none absolute top-2 z-10 whitespace-nowrap rounded-lg bg-surface-2 px-3 py-2 shadow-float"
    >
      <p className="text-3 text-xs">{point.day}</p>
      <p className="font-medium text-1 tabular-nums">{point.text}</p>
    </div>
  );
}

/** The width of an element in px, 0 before it is laid out. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface ChartFigureProps extends Omit<ChartProps, 'points'> {
  title: string;
  /** What the points count. Column name of the table for screen readers. */
  what: string;
  /** What the points stand for, if not for days. */
  axis?: string;
  /** Undefined while loading. */
  points: readonly Point[] | undefined;
}

/** Values by day as a chart, and as a table for screen readers. */
export function ChartFigure({ title, what, axis = t('Date'), points, heightPx, ...look }: ChartFigureProps) {
  return (
    <figure style={{ height: heightPx }} className="grid">
      {points ? (
        <>
          <div aria-hidden className="min-w-0">
            <ErrorBoundary fallback={null}>
              <Chart points={points} heightPx={heightPx} {...look} />
            </ErrorBoundary>
          </div>
          <PointsTable title={title} what={what} axis={axis} points={points} />
        </>
      ) : (
        <Skeleton className="h-full w-full" />
      )}
    </figure>
  );
}

interface PointsTableProps {
  title: string;
  what: string;
  axis: string;
  points: readonly Point[];
}

function PointsTable({ title, what, axis, points }: PointsTableProps) {
  const shown = points.filter(({ value, earlier }) => value !== null || earlier);
  const hasEarlier = points.some(({ earlier }) => earlier);
  return (
    <div className="sr-only">
      <Table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{axis}</th>
            <th scope="col">{what}</th>
            {hasEarlier && <th scope="col">{t('Last week')}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, value, text, earlier }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{value === null ? '–' : text}</td>
              {hasEarlier && <td>{earlier?.text}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
