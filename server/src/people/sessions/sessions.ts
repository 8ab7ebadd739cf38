import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { hashToken } from './sessions.reads.ts';

/** A session ends this long after its sign-in, whatever happens. */
export const SESSION_DAYS = 30;
/** And this long after it was last used. */
const IDLE_DAYS = 7;

interface From {
  readonly ip: string;
  readonly userAgent: string;
}

/** Opens a session and answers its token, which only the browser keeps: the database has the hash. */
export async function createSession(tx: Tx, userId: string, { ip, userAgent }: From): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('sessions')
    .values({
      userId,
      tokenHash: hashToken(token),
      ip,
      userAgent: userAgent.slice(0, 300),
      expiresAt: sql<Date>`now() + ${IDLE_DAYS} * interval '1 day'`,
    })
    .execute();
  return token;
}

/** Ends the session behind a token, if there is one. */
export async function endSession(db: Db | Tx, token: string): Promise<void> {
  const hash = hashToken(token);
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('tokenHash', '=', hash), is('previousTokenHash', '=', hash)]))
    .execute();
}

/** Ends every session of some people. */
export async function endSessionsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', 'in', userIds).execute();
}

/** Ends one of a person's own sessions. Refuses with not_found. */
export async function endOwnSession(tx: Tx, userId: string, sessionId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('not_found');
}

/** Ends every session of a person but one, and answers how many there were. */
export async function endOtherSessions(tx: Tx, userId: string, keptId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '<>', keptId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Gives every session of a person a new token with its next answer: what they may do was changed by someone else. */
export async function rotateSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ rotationDue: true }).where('userId', '=', userId).execute();
}

/** How long requests that were on their way with the old token are let in. */
const OLD_TOKEN_MINUTES = 5;

/** The new token of a session that is due for one; null when another request was faster. The old one ends in minutes. */
export async function rotateToken(db: Db, sessionId: string, token: string): Promise<string | null> {
  const next = randomBytes(32).toString('base64url');
  const previousUntil = sql<Date>`now() + ${OLD_TOKEN_MINUTES} * interval '1 minute'`;
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      tokenHash: hashToken(next),
      previousTokenHash: hashToken(token),
      previousUntil,
      rotationDue: false,
    })
    .where('id', '=', sessionId)
    .where('tokenHash', '=', hashToken(token))
    .where('rotationDue', '=', true)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : next;
}

/** Remembers that a session was used, to a few minutes, and lets it live on for a while. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      lastSeenAt: sql<Date>`now()`,
      expiresAt: sql<Date>`least(created_at + ${SESSION_DAYS} * interval '1 day', now() + ${IDLE_DAYS} * interval '1 day')`,
    })
    .where('id', '=', sessionId)
    .execute();
}
