import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { moveWrites } from '../../platform/limits/limits.ts';
import { refuse } from '../../refusal.ts';
import { hashToken } from './sessions.reads.ts';

/** Maximum lifetime of a session. */
export const SESSION_DAYS = 30;
/** Lifetime of a session without use. */
const IDLE_DAYS = 7;

interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

const makeToken = (): string => randomBytes(32).toString('base64url');

/** Creates a session and returns its token. The database stores only the hash. */
export async function createSession(tx: Tx, userId: string, { ip, userAgent }: Client): Promise<string> {
  const token = makeToken();
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

/** The id of the session of a token that was just created. */
export async function sessionIdOf(tx: Tx, token: string): Promise<string> {
  const { id } = await tx
    .selectFrom('sessions')
    .where('tokenHash', '=', hashToken(token))
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends the session of a token, if there is one. */
export async function endSession(db: Db | Tx, token: string): Promise<void> {
  const hash = hashToken(token);
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('tokenHash', '=', hash), is('previousTokenHash', '=', hash)]))
    .execute();
}

/** The number of a user's sessions. */
export async function countSessions(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends the sessions of users, except the kept one, and returns their number. */
export async function endSessionsOf(
  tx: Tx,
  userIds: readonly string[],
  keptId: string | null = null,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('userId', 'in', userIds)
    .$if(keptId !== null, (all) => all.where('id', '<>', keptId!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Ends the sessions of a banned user, and returns their number. The rows stay for some days without personal data, so that open
 * pages learn of the ban.
 */
export async function expireSessionsOf(tx: Tx, userId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ expiresAt: sql<Date>`now()`, ip: '', userAgent: '' })
    .where('userId', '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends one of the user's own sessions. Refuses with not_found. */
export async function endOwnSession(tx: Tx, userId: string, sessionId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('not_found');
}

/** Makes every session of a user get a new token with its next answer. Called when the user's rights change. */
export async function rotateSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ rotationDue: true }).where('userId', '=', userId).execute();
}

/** How long the old token stays valid for requests in flight. */
export const OLD_TOKEN_MINUTES = 5;
const OLD_TOKEN_UNTIL = sql<Date>`now() + ${OLD_TOKEN_MINUTES} * interval '1 minute'`;

/** Rotates the token of a session that is due. Returns the new token; null when another request was faster. The old token expires within minutes. */
export async function rotateToken(db: Db | Tx, sessionId: string, token: string): Promise<string | null> {
  const next = makeToken();
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      tokenHash: hashToken(next),
      previousTokenHash: hashToken(token),
      previousUntil: OLD_TOKEN_UNTIL,
      rotationDue: false,
    })
    .where('id', '=', sessionId)
    .where('tokenHash', '=', hashToken(token))
    .where('rotationDue', '=', true)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : next;
}

/**
 * Gives a session a new token and returns it, whichever token the call came with. The present token stays valid for some minutes, and
 * all older ones end.
 */
export async function renewToken(tx: Tx, sessionId: string): Promise<string> {
  const next = makeToken();
  await tx
    .updateTable('sessions')
    .set(({ ref }) => ({
      tokenHash: hashToken(next),
      previousTokenHash: ref('tokenHash'),
      previousUntil: OLD_TOKEN_UNTIL,
      rotationDue: false,
    }))
    .where('id', '=', sessionId)
    .execute();
  return next;
}

/** How long an old token only reads before it ends. */
export const ONLY_READS_SECONDS = 10;

/**
 * Refuses with step_up_required if a token of a person with a second factor was replaced. It may be a copy, which the check that replaced
 * it was to exclude. The person's browser may have lost the new token, so one more check is enough.
 */
export async function refuseReplacedToken(tx: Tx, sessionId: string, token: string): Promise<void> {
  const { rows } = await sql<{ isReplaced: boolean }>`
    select s.token_hash <> ${hashToken(token)} and u.has_factor as is_replaced
    from sessions s join users u on u.id = s.user_id where s.id = ${sessionId}`.execute(tx);
  if (rows[0]?.isReplaced) refuse('step_up_required');
}

/**
 * Replaces a session by an equal one and returns its token. Writes in progress end with the old session. `token`, with which the call
 * came, only reads until it ends some seconds later: other calls of the same browser are in flight, and its tabs must not look signed
 * out. Every other token of the session ends immediately. The last check counts for the new session only if `token` was the session's
 * present one.
 */
export async function replaceSession(tx: Tx, sessionId: string, token: string): Promise<string> {
  const next = makeToken();
  const { rows } = await sql<{ id: string }>`
    with old as (delete from sessions where id = ${sessionId} returning *)
    insert into sessions (user_id, token_hash, previous_token_hash, previous_until, user_agent, ip, created_at, last_seen_at, expires_at,
        checked_at)
      select user_id, ${hashToken(next)}, ${hashToken(token)}, now() + ${ONLY_READS_SECONDS} * interval '1 second', user_agent, ip,
        created_at, last_seen_at, expires_at, case when token_hash = ${hashToken(token)} then checked_at end
      from old returning id`.execute(tx);
  // without this, each replacement would give new actions
  for (const { id } of rows) await moveWrites(tx, sessionId, id);
  return next;
}

/** Records that a session is in use and extends its lifetime. A session that ended meanwhile stays ended. */
export async function touchSession(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      lastSeenAt: sql<Date>`now()`,
      expiresAt: sql<Date>`least(created_at + ${SESSION_DAYS} * interval '1 day', now() + ${IDLE_DAYS} * interval '1 day')`,
    })
    .where('id', '=', sessionId)
    // a ban that this statement waited for is later than now()
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .execute();
}
