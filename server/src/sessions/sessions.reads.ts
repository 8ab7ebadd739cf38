import { createHash } from 'node:crypto';
import type { Session } from '@sterling/contract/sessions.ts';
import type { Role } from '@sterling/contract/users.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/pool.ts';

/** Who is asking. */
export interface CurrentUser {
  readonly id: string;
  readonly role: Role;
  readonly isOwner: boolean;
  readonly sessionId: string;
  /** The session is to get a new token. */
  readonly rotationDue: boolean;
  /** When it was last noted that the session is in use. */
  readonly lastSeenAt: Date;
}

/** `__Host-` where the connection is TLS: then no other host or path can set or read it. */
export const SESSION_COOKIES = { secure: '__Host-sterling', plain: 'sterling' } as const;

/** The session token that a request carries, or null. */
export function sessionToken(request: FastifyRequest): string | null {
  return request.cookies[SESSION_COOKIES.secure] ?? request.cookies[SESSION_COOKIES.plain] ?? null;
}

/** The person behind a session token, or null when it is unknown or over, or the person is barred or deleted. */
export async function currentUser(db: Db, token: string): Promise<CurrentUser | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .where((is) =>
      is.or([
        is('s.tokenHash', '=', hashToken(token)),
        is.and([is('s.previousTokenHash', '=', hashToken(token)), is('s.previousUntil', '>', new Date())]),
      ]),
    )
    .where('s.expiresAt', '>', new Date())
    .where('u.deletedAt', 'is', null)
    .where('u.isBanned', '=', false)
    .select(['u.id', 'u.role', 'u.isOwner', 's.id as sessionId', 's.rotationDue', 's.lastSeenAt'])
    .executeTakeFirst();
  return row ? { ...row, role: row.role as Role } : null;
}

/** A person's sessions that are not over, newest first. */
export async function listSessions(
  db: Db,
  { id, sessionId }: Pick<CurrentUser, 'id' | 'sessionId'>,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('userId', '=', id)
    .where('expiresAt', '>', new Date())
    .select(['id', 'userAgent', 'ip', 'createdAt', 'lastSeenAt', 'expiresAt'])
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    current: row.id === sessionId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
