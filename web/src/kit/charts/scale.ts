export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Round values from low to high. */
  readonly ticks: readonly number[];
}

const MOST_STEPS = 4;

/** A scale with at most five round ticks that covers all values. `close`: it starts near the lowest value instead of at zero. */
export function scaleOf(values: readonly number[], close = false): Scale {
  const top = Math.max(0, ...values);
  const bottom = close && values.length > 0 ? Math.min(...values) : 0;
  const range = top - bottom || top;
  const step = range === 0 ? 1 : roundStep(range / MOST_STEPS);
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
