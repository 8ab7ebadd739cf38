/** A seller is new for this many days after their first completed trade. */
export const NEW_FOR_DAYS = 30;

const DAY_MS = 86_400_000;

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Whether a seller is new at `now`. `firstTrade` is the time of their first completed trade, or null before it. */
export function isNew(firstTrade: Date | null, now: Date): boolean {
  return firstTrade === null || now < daysAfter(firstTrade, NEW_FOR_DAYS);
}
