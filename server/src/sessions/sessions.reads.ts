import { createHash } from 'node:crypto';
import type { Role } from '@sterling/contract/users.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/pool.ts';

/** Who is asking. */
export interface CurrentUser {
  readonly id: string;
  readonly role: Role;
  readonly isOwner: boolean;
  readonly sessionId: string;
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
    .where('s.tokenHash', '=', hashToken(token))
    .where('s.expiresAt', '>', new Date())
    .where('u.deletedAt', 'is', null)
    .where('u.isBanned', '=', false)
    .select(['u.id', 'u.role', 'u.isOwner', 's.id as sessionId'])
    .executeTakeFirst();
  return row ? { ...row, role: row.role as Role } : null;
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
