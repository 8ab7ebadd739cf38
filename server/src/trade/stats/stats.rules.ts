/** The change of a figure in percent, with one decimal. Null if it was not above 0 before. */
export function changeInPercent(before: number, now: number): number | null {
  return before > 0 ? Math.round(((now - before) * 1000) / before) / 10 : null;
}

/** The share of completed trades among ended ones in percent, with one decimal. Null if none has ended. */
export function successRate(completed: number, ended: number): number | null {
  return ended === 0 ? null : Math.round((completed * 1000) / ended) / 10;
}
