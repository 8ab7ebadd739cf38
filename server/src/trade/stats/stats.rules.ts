import { type Cents, type Rate, type Robux, rate } from '@sterling/contract/money.ts';

/** Percent by which this week differs from last week, one decimal; 0 when last week had nothing. */
export function changeAgainst(lastWeek: number, thisWeek: number): number {
  return lastWeek === 0 ? 0 : Math.round(((thisWeek - lastWeek) * 1000) / lastWeek) / 10;
}

/** Dollars per 1000 Robux of everything that was traded, in cents, rounded half up; null when nothing was. */
export function averageRate(robux: Robux, paid: Cents): Rate | null {
  return robux === 0 ? null : rate(Math.floor((paid * 2_000 + robux) / (2 * robux)));
}

/** Percent of what ended that was completed, one decimal; null before anything has ended. */
export function successRate(completed: number, ended: number): number | null {
  return ended === 0 ? null : Math.round((completed * 1000) / ended) / 10;
}
