/** 'New' means the first 30 days after the first completed trade. */
export const NEW_FOR_DAYS = 30;

const DAY_MS = 86_400_000;

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Whether someone whose first trade was completed at `firstTrade` (null: none yet) is new at `now`. */
export function isNew(firstTrade: Date | null, now: Date): boolean {
  return firstTrade === null || now < daysAfter(firstTrade, NEW_FOR_DAYS);
}
