/** One line of a bench's table: what was measured, and how it stands against what it is measured by. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly ours: number;
  readonly reference: number;
  /** ours / reference, median of the rounds. */
  readonly ratio: number;
  /** The least that the ratio should be, or the most where `isMost`; null where a figure stands beside it only for comparison. */
  readonly target: number | null;
  /** Less is better, as with times. */
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

/** A round in which pgbench did not come to an end of anything has no figure. */
export function median(values: readonly number[]): number {
  return quantile(
    values.filter((value) => !Number.isNaN(value)),
    0.5,
  );
}

/** The value that a part of all does not exceed: 0.99 is what all but the slowest hundredth stay under. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
