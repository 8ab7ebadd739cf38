import type { Point } from './point.ts';
import { type Scale, scaleOf } from './scale.ts';

const SPACE = { top: 12, right: 12, bottom: 32, left: 56 };

/** Where things stand in a chart, in px. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly ticks: Scale['ticks'];
  /** Width of one point's share of the axis. */
  readonly band: number;
  x(index: number): number;
  y(value: number): number;
  /** The point whose band contains an x. */
  indexAt(x: number): number | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly close: boolean;
}

export function plotOf(points: readonly Point[], { width, height, close }: Size): Plot {
  const values = points
    .flatMap(({ value, earlier }) => [value, earlier ?? null])
    .filter((value) => value !== null);
  const { low, high, ticks } = scaleOf(values, close);
  const [left, right] = [SPACE.left, Math.max(SPACE.left + 1, width - SPACE.right)];
  const [top, bottom] = [SPACE.top, height - SPACE.bottom];
  const band = (right - left) / Math.max(1, points.length);
  return {
    left,
    right,
    top,
    bottom,
    ticks,
    band,
    x: (index) => left + (index + 0.5) * band,
    y: (value) => bottom - ((value - low) / (high - low)) * (bottom - top),
    indexAt: (x) =>
      points.length === 0 ? null : Math.min(points.length - 1, Math.max(0, Math.floor((x - left) / band))),
  };
}

/** Runs of consecutive points that have a value: each point as its index and value. */
export function runsOf(points: readonly Point[]): (readonly [index: number, value: number])[][] {
  const runs: (readonly [number, number])[][] = [];
  for (const [index, { value }] of points.entries()) {
    if (value === null) continue;
    const before = points[index - 1]?.value ?? null;
    if (before === null) runs.push([]);
    runs.at(-1)!.push([index, value]);
  }
  return runs;
}
