import { useId } from 'react';
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point } from './week.ts';

interface WeekChartProps {
  points: readonly Point[];
  heightPx: number;
  formatAxis: (value: number) => string;
}

const AXIS = { axisLine: false, tickLine: false, tick: { fill: 'var(--text-3)', fontSize: 12 } };

/** One area with a soft fill. Who cannot see it finds its figures in the table beside it. */
export default function WeekChart({ points, heightPx, formatAxis }: WeekChartProps) {
  const fill = useId();
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
      <XAxis dataKey="day" {...AXIS} tickMargin={10} padding={{ left: 12, right: 12 }} />
      <YAxis {...AXIS} width={56} tickFormatter={formatAxis} tickCount={5} />
      <Tooltip content={DayTooltip} cursor={{ stroke: 'var(--field)', strokeDasharray: '3 3' }} />
      <Area
        dataKey="value"
        type="monotone"
        stroke="var(--accent)"
        strokeWidth={2}
        fill={`url(#${fill})`}
        dot={{ r: 2.5, fill: 'var(--accent)', strokeWidth: 0 }}
        activeDot={{ r: 4, fill: 'var(--accent)', stroke: 'var(--surface-1)', strokeWidth: 2 }}
        isAnimationActive={false}
      />
    </AreaChart>
  );
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
