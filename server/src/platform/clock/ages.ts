import { type RawBuilder, sql } from 'kysely';

/**
 * Milliseconds between a time and now. A time in the future was written before the database's clock was set back. It counts as old, by as
 * much as it is ahead. So what must run regularly runs again, and no shown age hides the difference.
 */
export const ageMsOf = (at: Date, now: Date): number => Math.abs(now.getTime() - at.getTime());

/** As `ageMsOf`, in seconds of SQL. */
export const ageSecondsOf = (column: string): RawBuilder<number> =>
  sql<number>`abs(extract(epoch from now() - ${sql.ref(column)}))`;
