const SPACE = { top: 12, right: 12, bottom: 32, left: 56 };
/** The average width of a character in the name of a day. */
const CHARACTER = 6.8;
/** The widths in a figure. Languages differ: `$12.5K` is `12,5 mil US$` in Spanish. */
const WIDTH = { narrow: 3.6, capital: 9, other: 7.5 };
const widthOf = (figure: string): number =>
  [...figure].reduce(
    (width, sign) =>
      width + WIDTH[/[\s.,-]/.test(sign) ? 'narrow' : /[A-Z]/.test(sign) ? 'capital' : 'other'],
    0,
  );
export const LABEL_GAP = 8;

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
  readonly startsNearLowest: boolean;
  readonly formatAxis: (value: number) => string;
}

/**
 * Places the points of a chart in a drawing of this size, in pixels. The axis takes the width that its
 * longest label needs.
 */
export function plotOf(
  points: readonly Point[],
  { width, height, startsNearLowest, formatAxis }: Size,
): Plot {
  const values = points
    .flatMap(({ value, earlier }) => [value, earlier?.value ?? null])
    .filter((value) => value !== null);
  const { low, high, ticks } = scaleOf(values, startsNearLowest);
  const left = Math.max(SPACE.left, LABEL_GAP + Math.max(...ticks.map((tick) => widthOf(formatAxis(tick)))));
  const right = Math.max(left + 1, width - SPACE.right);
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

const MAX_LABELS = 5;
const A_WEEK = 7;
/** The least space between two days below the axis. */
const DAY_GAP = 12;
/** How far the last day may stand out of the plot. */
const OVERHANG = 10;

/**
 * Every day of a week has a label, and longer ranges have a few. They stand at equal distances and include the last day. They
 * are as many as have space, because a day is longer in some languages.
 */
export function hasLabel(index: number, points: Days, plot: Pick<Plot, 'band'>): boolean {
  const { length } = points;
  const fewest = length > A_WEEK ? Math.ceil(length / MAX_LABELS) : 1;
  const step = Math.max(fewest, Math.ceil((longestOf(points) + DAY_GAP + shiftOf(points, plot)) / plot.band));
  return (length - 1 - index) % step === 0;
}

/** How far the last label moves to the left, because it would not fit between its point and the edge of the chart. */
export const shiftOf = (points: Days, { band }: Pick<Plot, 'band'>): number =>
  Math.max(0, longestOf(points) / 2 - band / 2 - OVERHANG);

type Days = readonly Pick<Point, 'day'>[];

const longestOf = (points: Days): number => CHARACTER * Math.max(...points.map(({ day }) => day.length));

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

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Round values from low to high. */
  readonly ticks: readonly number[];
}

const MAX_STEPS = 4;

/** A scale with a few round ticks that covers all values, and zero unless it starts near the lowest value. */
export function scaleOf(values: readonly number[], startsNearLowest = false): Scale {
  const top = Math.max(0, ...values);
  const bottom = startsNearLowest && values.length > 0 ? Math.min(...values) : Math.min(0, ...values);
  const range = top - bottom || top;
  const step = range === 0 ? 1 : roundStep(range / MAX_STEPS);
  const first = Math.floor(bottom / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(top / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step));
  return { low: ticks[0]!, high: ticks.at(-1)!, ticks };
}

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((factor) => factor * power).find((round) => round >= step - 1e-9 * power)!;
}

/** Without the noise of binary fractions: 0.30000000000000004 becomes 0.3. */
const clean = (value: number): number => Number(value.toPrecision(12));

export interface Point {
  /** The day or hour, as its label on the axis. */
  readonly day: string;
  /** Money is in dollars, for round values on the axis. Null for a future day, or where nothing happened. */
  readonly value: number | null;
  /** The full figure as text. */
  readonly text: string;
  /** Amounts that add up to the value, for bars. */
  readonly parts?: readonly number[];
  /** The figure of the same day a week earlier. */
  readonly earlier?: { readonly value: number; readonly text: string };
}
