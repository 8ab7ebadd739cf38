import { useId } from 'react';
import { type Plot, type Point, runsOf } from './plot.ts';

interface SeriesProps {
  points: readonly Point[];
  plot: Plot;
  /** The point under the pointer. */
  active: number | null;
}

const MAX_BAR_PX = 32;
const DOT_PX = 2.5;
/** With more points, dots would hide the line. */
const MAX_DOTS = 14;

/** A filled area with straight lines between days, over a faint line of the period before. */
export function Area({ points, plot, active }: SeriesProps) {
  const fill = useId();
  const runs = runsOf(points);
  const path = (run: (typeof runs)[number]) =>
    run.map(([index, value], at) => `${at === 0 ? 'M' : 'L'}${plot.x(index)} ${plot.y(value)}`).join('');
  return (
    <>
      <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0%" stopColor="var(--accent)" stopOpacity={0.28} />
        <stop offset="100%" stopColor="var(--accent)" stopOpacity={0.02} />
      </linearGradient>
      <Earlier points={points} plot={plot} />
      {runs.map((run) => (
        <g key={run[0]![0]} data-run>
          {run.length > 1 && (
            <path
              d={`${path(run)}L${plot.x(run.at(-1)![0])} ${plot.bottom}L${plot.x(run[0]![0])} ${plot.bottom}Z`}
              fill={`url(#${fill})`}
            />
          )}
          <path d={path(run)} fill="none" stroke="var(--accent)" strokeWidth={2} strokeLinejoin="round" />
          {run.map(
            ([index, value]) =>
              (run.length <= MAX_DOTS || index === active) && (
                <circle
                  key={index}
                  cx={plot.x(index)}
                  cy={plot.y(value)}
                  r={index === active || run.length === 1 ? 4 : DOT_PX}
                  fill="var(--accent)"
                />
              ),
          )}
          {run.length === 1 && <Value point={points[run[0]![0]]!} index={run[0]![0]} plot={plot} />}
        </g>
      ))}
    </>
  );
}

/** The figure above a day that stands alone: a dot without it says nothing. */
function Value({ point, index, plot }: { point: Point; index: number; plot: Plot }) {
  const y = plot.y(point.value ?? 0);
  return (
    <text x={plot.x(index) + 10} y={Math.max(plot.top + 8, y)} dy="0.35em" fontSize={12} fill="var(--text-2)">
      {point.text}
    </text>
  );
}

function Earlier({ points, plot }: Omit<SeriesProps, 'active'>) {
  const drawn = points.flatMap(({ earlier }, index) =>
    earlier === undefined ? [] : [`${plot.x(index)} ${plot.y(earlier.value)}`],
  );
  if (drawn.length < 2) return null;
  return (
    <path
      d={`M${drawn.join('L')}`}
      fill="none"
      stroke="var(--field)"
      strokeWidth={1.5}
      strokeDasharray="4 4"
      opacity={0.6}
      data-earlier
    />
  );
}

/** Strength of the first, second and third part of a bar. Each part needs an outline, because the last is too faint alone. */
export const PART_OPACITIES = [0.9, 0.55, 0.25];

/** A bar for each day, up or down from zero. Its parts stand on each other. */
export function Bars({ points, plot, active }: SeriesProps) {
  const width = Math.max(1, Math.min(MAX_BAR_PX, plot.band * 0.7));
  return points.map(({ day, value, parts }, index) => (
    <g key={day} opacity={active === null || active === index ? 1 : 0.6}>
      {stacked(parts?.every((part) => part >= 0) ? parts : [value ?? 0]).map(
        ({ from, to, part }) =>
          from !== to && (
            <rect
              key={part}
              x={plot.x(index) - width / 2}
              y={plot.y(Math.max(from, to))}
              width={width}
              height={Math.max(1, Math.abs(plot.y(from) - plot.y(to)))}
              rx={Math.min(3, width / 2)}
              fill="var(--accent)"
              fillOpacity={PART_OPACITIES[part]}
              {...(parts && { stroke: 'var(--accent)' })}
            />
          ),
      )}
    </g>
  ));
}

function stacked(parts: readonly number[]): { part: number; from: number; to: number }[] {
  let from = 0;
  return parts.map((amount, part) => {
    const place = { part, from, to: from + amount };
    from += amount;
    return place;
  });
}

/** A level for each day, joined to its neighbours. Days without a value stay empty. */
export function Steps({ points, plot, active }: SeriesProps) {
  const half = plot.band / 2;
  return runsOf(points).map((run) => (
    <g key={run[0]![0]} data-run>
      <path
        d={run
          .map(([index, value], at) => {
            const [from, to, y] = [plot.x(index) - half, plot.x(index) + half, plot.y(value)];
            return `${at === 0 ? 'M' : 'L'}${from} ${y}L${to} ${y}`;
          })
          .join('')}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
      />
      {run.map(
        ([index, value]) =>
          index === active && (
            <circle key={index} cx={plot.x(index)} cy={plot.y(value)} r={4} fill="var(--accent)" />
          ),
      )}
    </g>
  ));
}
