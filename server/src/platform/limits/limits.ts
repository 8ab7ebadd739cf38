import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import { networkOf } from './network.ts';

/** How many writes a sliding window allows. */
interface Allowed {
  readonly max: number;
  /** At most LONGEST_WINDOW_SECONDS. */
  readonly windowSeconds: number;
}

/** A limit of writes: whose writes are counted, and how many are allowed. */
export interface WriteLimit extends Allowed {
  readonly who: string;
}

/** Older counts are deleted. */
const LONGEST_WINDOW_SECONDS = 3_600;

/** The writes of all sessions of a person. */
export const byPerson = (userId: string, perHour: number): WriteLimit => ({
  who: `user ${userId}`,
  max: perHour,
  windowSeconds: LONGEST_WINDOW_SECONDS,
});

/** The name of a session in limits. Its counts move with it (`moveWrites`). */
export const sessionOf = (sessionId: string): string => `session ${sessionId}`;

/** The calls of a session that protect its person (`protects` in the contract). */
export const bySession = (sessionId: string, perHour: number): WriteLimit => ({
  who: sessionOf(sessionId),
  max: perHour,
  windowSeconds: LONGEST_WINDOW_SECONDS,
});

/** The writes of all callers in a network, with or without a session. */
export const byNetwork = (ip: string, perMinute: number): WriteLimit => ({
  who: `network ${networkOf(ip)}`,
  max: perMinute,
  windowSeconds: 60,
});

/** Limits one kind of call of a network or user. */
export const byCall = (call: string, caller: string, allowed: Allowed): WriteLimit => ({
  who: `${call} by ${caller}`,
  ...allowed,
});

/** Limits guesses, or uses something up. An owner who clears the limits does not clear these counts. */
export const byGuard = (guard: string, of: string, allowed: Allowed): WriteLimit => ({
  who: `guard ${guard} of ${of}`,
  ...allowed,
});

/** The writes of one API credential. */
export const byCredential = (credentialId: string, perMinute: number): WriteLimit => ({
  who: `credential ${credentialId}`,
  max: perMinute,
  windowSeconds: 60,
});

/** All API credentials of a person together. Their writes by session are counted apart (`byPerson`). */
export const byCredentialsOf = (userId: string, perMinute: number): WriteLimit => ({
  who: `credentials of ${userId}`,
  max: perMinute,
  windowSeconds: 60,
});

/** The id of the counted write (for `uncountWrites`) and the writes that remain, or the seconds until another write is allowed. */
export type Count = { readonly id: number; readonly remaining: number } | { readonly waitSeconds: number };

/** The last count of each caller in this process. */
const counting = new Map<string, Promise<unknown>>();

/**
 * Counts a write, unless the sliding window is full. Counts of one caller wait for each other in memory, because in the database
 * each of them would hold a connection while it waits.
 */
export function countWrite(db: Db, limit: WriteLimit): Promise<Count> {
  const { who } = limit;
  const count = () => countNow(db, limit);
  const counted = (counting.get(who) ?? Promise.resolve()).then(count, count);
  counting.set(who, counted);
  const forget = () => {
    if (counting.get(who) === counted) counting.delete(who);
  };
  counted.then(forget, forget);
  return counted;
}

async function countNow(db: Db, { who, max, windowSeconds }: WriteLimit): Promise<Count> {
  if (windowSeconds > LONGEST_WINDOW_SECONDS) throw new Error(`the window of ${who} is too long`);
  const { rows } = await sql<{ counted: number | null; waitSeconds: number; remaining: number }>`
    select * from count_write(${who}, ${max}, ${windowSeconds} * interval '1 second')`.execute(db);
  const { counted, waitSeconds, remaining } = rows[0]!;
  return counted === null ? { waitSeconds } : { id: counted, remaining };
}

/** Removes counted writes that turned out to have no effect, such as replays. */
export async function uncountWrites(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('writes').where('id', 'in', ids).execute();
}

/** Moves the counted writes and guesses of a session to the session that replaces it. */
export async function moveWrites(tx: Tx, oldSessionId: string, newSessionId: string): Promise<void> {
  const [old, next] = [sessionOf(oldSessionId), sessionOf(newSessionId)];
  await tx
    .updateTable('writes')
    .set({ who: sql<string>`replace(who, ${old}, ${next})` })
    .where('who', 'like', `%${old}`)
    .execute();
}

/** Deletes all counted writes except those of guards, and returns their number. */
export async function clearWrites(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('writes')
    .where('who', 'not like', 'guard %')
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes counted writes that are older than every window. */
export async function deleteOldWrites(db: Db): Promise<void> {
  await db
    .deleteFrom('writes')
    .where('at', '<', sql<Date>`now() - make_interval(secs => ${LONGEST_WINDOW_SECONDS})`)
    .execute();
}
