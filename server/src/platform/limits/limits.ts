import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';

/** Whose writes are counted, and how many a sliding window allows. */
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

/** Limits one action; `what` names the action and its address or user. */
export const byCaller = (what: string, perHour: number): Writer => ({
  who: what,
  most: perHour,
  windowSeconds: 3_600,
});

/** The id of the counted write (for `uncountWrites`), or the seconds until another write is allowed. */
export type Count = { readonly id: number } | { readonly waitSeconds: number };

/** Counts a write, unless the sliding window is full. */
export async function countWrite(db: Db, { who, most, windowSeconds }: Writer): Promise<Count> {
  const { rows } = await sql<{ counted: number | null; waitSeconds: number }>`
    select * from count_write(${who}, ${most}, ${windowSeconds} * interval '1 second')`.execute(db);
  const { counted, waitSeconds } = rows[0]!;
  return counted === null ? { waitSeconds } : { id: counted };
}

/** Removes counted writes that turned out to have no effect, such as replays. */
export async function uncountWrites(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('writes').where('id', 'in', ids).execute();
}

/** Deletes all counted writes and answers their number. */
export async function clearWrites(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('writes').executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes counted writes that are older than every window. */
export async function dropOldWrites(db: Db): Promise<void> {
  await db.deleteFrom('writes').where('at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}
