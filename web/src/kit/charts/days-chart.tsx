import { useId } from 'react';
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point } from './point.ts';

interface DaysChartProps {
  points: readonly Point[];
  heightPx: number;
  formatAxis: (value: number) => string;
  /** The axis starts near the lowest point instead of at zero. */
  close?: boolean;
}

const AXIS = { axisLine: false, tickLine: false, tick: { fill: 'var(--text-3)', fontSize: 12 } };

const A_WEEK = 7;
const MOST_LABELS = 5;
/** With more points, dots would hide the line. */
const MOST_DOTS = 14;

/** An area chart that also spans days without a value. The table beside it serves screen readers. */
export default function DaysChart({ points, heightPx, formatAxis, close }: DaysChartProps) {
  const fill = useId();
  const drawn = points.filter(({ value }) => value !== null);
  return (
    <AreaChart
      responsive
      data={[...points]}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      style={{ width: '100%', height: heightPx }}
    >
      <defs>
        <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0%" stopColor="var(--accent)" stopOpacity={0.28} />
          <stop offset="100%" stopColor="var(--accent)" stopOpacity={0.02} />
        </linearGradient>
      </defs>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="day"
        {...AXIS}
        tickMargin={10}
        ticks={labelledDays(points)}
        interval={0}
        padding={{ left: 12, right: 12 }}
      />
      <YAxis
        {...AXIS}
        width={56}
        tickFormatter={formatAxis}
        tickCount={5}
        domain={close ? ['auto', 'auto'] : [0, 'auto']}
      />
      <Tooltip content={DayTooltip} cursor={{ stroke: 'var(--field)', strokeDasharray: '3 3' }} />
      <Area
        dataKey="value"
        type="monotone"
        stroke="var(--accent)"
        strokeWidth={2}
        fill={`url(#${fill})`}
        connectNulls
        dot={drawn.length <= MOST_DOTS && { r: 2.5, fill: 'var(--accent)', strokeWidth: 0 }}
        activeDot={{ r: 4, fill: 'var(--accent)', stroke: 'var(--surface-1)', strokeWidth: 2 }}
        isAnimationActive={false}
      />
    </AreaChart>
  );
}

/** Labels every day of a week. Longer ranges get a few labels at equal distances, including the last day. */
function labelledDays(points: readonly Point[]): string[] {
  const step = points.length > A_WEEK ? Math.ceil(points.length / MOST_LABELS) : 1;
  return points.filter((_, index) => (points.length - 1 - index) % step === 0).map(({ day }) => day);
}

interface DayTooltipProps {
  active?: boolean;
  payload?: readonly { payload?: Point }[];
}

function DayTooltip({ active, payload }: DayTooltipProps) {
  const point = payload?.[0]?.payload;
  if (!active || !point) return null;
  return (
    <div className="rounded-lg bg-surface-2 px-3 py-2 shadow-float">
      <p className="text-3 text-xs">{point.day}</p>
      <p className="font-medium text-1 tabular-nums">{point.text}</p>
    </div>
  );
}
