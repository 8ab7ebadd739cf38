/** One line of a bench's table: a measured figure against its yardstick. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly ours: number;
  readonly reference: number;
  /** ours / reference, median of the rounds. */
  readonly ratio: number;
  /** The minimum of the ratio, or its maximum if `isMost`; null if the figure is only for comparison. */
  readonly target: number | null;
  /** Lower is better, as with times. */
  readonly isMost?: boolean;
}

export interface Pair {
  readonly ours: number;
  readonly reference: number;
}

/** A row from the figures of alternating rounds. */
export function rowOfPairs(
  what: string,
  unit: string,
  pairs: readonly Pair[],
  target: number | null,
  isMost = false,
): Row {
  return {
    what,
    unit,
    ours: median(pairs.map(({ ours }) => ours)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio: median(pairs.map(({ ours, reference }) => ours / reference)),
    target,
    isMost,
  };
}

/** The median; rounds in which pgbench completed nothing are NaN and do not count. */
export function median(values: readonly number[]): number {
  return quantile(
    values.filter((value) => !Number.isNaN(value)),
    0.5,
  );
}

/** The value that this part of all values does not exceed: 0.99 is the 99th percentile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
