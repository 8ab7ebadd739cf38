import { type Cents, type Rate, type Robux, rate } from '@sterling/contract/money.ts';

/** The change of a figure in percent, with one decimal. Null if it was not above 0 before. */
export function changeInPercent(before: number, now: number): number | null {
  return before > 0 ? Math.round(((now - before) * 1000) / before) / 10 : null;
}

/** The average rate in cents per 1000 Robux, rounded half up. Null if nothing was traded. */
export function averageRate(robux: Robux, paid: Cents): Rate | null {
  return robux === 0 ? null : rate(Math.floor((paid * 2_000 + robux) / (2 * robux)));
}

/** The share of completed trades among ended ones in percent, with one decimal. Null if none has ended. */
export function successRate(completed: number, ended: number): number | null {
  return ended === 0 ? null : Math.round((completed * 1000) / ended) / 10;
}
