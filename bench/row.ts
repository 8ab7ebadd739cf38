/** One line of a bench's table: a measured figure against its reference. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly ours: number;
  readonly reference: number;
  /** ours / reference, median of the rounds. */
  readonly ratio: number;
  /** Null if the figure is only for comparison. */
  readonly target: Target | null;
}

/** The bound of a ratio: a maximum where lower is better, as with times. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Pair {
  readonly ours: number;
  readonly reference: number;
}

/** A row from the figures of alternating rounds, or of a single one. */
export function rowOfPairs(what: string, unit: string, pairs: readonly Pair[], target: Target | null): Row {
  return {
    what,
    unit,
    ours: median(pairs.map(({ ours }) => ours)),
    reference: median(pairs.map(({ reference }) => reference)),
    ratio: median(pairs.map(({ ours, reference }) => ours / reference)),
    target,
  };
}

/** The milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
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
