import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';

/** Who does what, and how often within a time that slides behind now. */
export interface Writer {
  readonly who: string;
  readonly most: number;
  readonly windowSeconds: number;
}

export const byPerson = (userId: string, perHour: number): Writer => ({
  who: `user ${userId}`,
  most: perHour,
  windowSeconds: 3_600,
});

export const byAddress = (ip: string, perMinute: number): Writer => ({
  who: `ip ${ip}`,
  most: perMinute,
  windowSeconds: 60,
});

/** What an address does without being signed in, in an hour. */
export const byCaller = (what: string, perHour: number): Writer => ({
  who: what,
  most: perHour,
  windowSeconds: 3_600,
});

/** What was counted, so that it can be taken back; or after how many seconds there is room for another write. */
export type Count = { readonly id: number } | { readonly waitSeconds: number };

/** Counts a write in the window that slides behind now, unless it is full. */
export async function countWrite(db: Db, { who, most, windowSeconds }: Writer): Promise<Count> {
  const { rows } = await sql<{ counted: number | null; waitSeconds: number }>`
    select * from count_write(${who}, ${most}, ${windowSeconds} * interval '1 second')`.execute(db);
  const { counted, waitSeconds } = rows[0]!;
  return counted === null ? { waitSeconds } : { id: counted };
}

/** Takes counted writes back: they turned out to have had no effect of their own. */
export async function uncountWrites(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('writes').where('id', 'in', ids).execute();
}

/** Forgets every counted write, and answers how many there were. */
export async function clearWrites(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('writes').executeTakeFirst();
  return Number(numDeletedRows);
}

/** Drops what no window reaches back to any longer. */
export async function dropOldWrites(db: Db): Promise<void> {
  await db.deleteFrom('writes').where('at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
