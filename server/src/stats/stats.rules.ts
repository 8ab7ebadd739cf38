/** Percent by which this week differs from last week, one decimal; 0 when last week had nothing (seed §9). */
export function changeAgainst(lastWeek: number, thisWeek: number): number {
  return lastWeek === 0 ? 0 : Math.round(((thisWeek - lastWeek) * 1000) / lastWeek) / 10;
}

/** Percent of what ended that was completed, one decimal; null before anything has ended. */
export function successRate(completed: number, ended: number): number | null {
  return ended === 0 ? null : Math.round((completed * 1000) / ended) / 10;
}
