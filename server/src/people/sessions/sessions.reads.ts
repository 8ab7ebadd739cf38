import { createHash } from 'node:crypto';
import type { Page } from '@sterling/contract/fields.ts';
import type { Session } from '@sterling/contract/sessions.ts';
import type { Role } from '@sterling/contract/users.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/pool.ts';

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

const SEEN_AGAIN_AFTER_MS = 5 * 60_000;

/** Whether it is time to note again that a session is in use. */
export const isDueToBeSeen = ({ lastSeenAt }: Pick<CurrentUser, 'lastSeenAt'>): boolean =>
  Date.now() - lastSeenAt.getTime() > SEEN_AGAIN_AFTER_MS;

/** `__Host-` where the connection is TLS: then no other host or path can set or read it. */
export const SESSION_COOKIES = { secure: '__Host-sterling', plain: 'sterling' } as const;

/** The session token that a request carries, or null. */
export function sessionToken(request: FastifyRequest): string | null {
  return request.cookies[SESSION_COOKIES.secure] ?? request.cookies[SESSION_COOKIES.plain] ?? null;
}

/** The same of a Cookie header as it came; what is written in another way than our own server writes it is not found. */
export function tokenIn(cookie: string): string | null {
  return COOKIE.exec(cookie)?.[1] ?? null;
}

const COOKIE = /(?:^|; )(?:__Host-)?sterling=([\w-]+)(?:;|$)/;

/** Of some sessions those that stand, and whether their people are staff. */
export async function standingSessions(
  db: Db,
  sessionIds: readonly string[],
): Promise<Map<string, { isStaff: boolean }>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .where('s.id', 'in', sessionIds)
    .where('s.expiresAt', '>', new Date())
    .where('u.deletedAt', 'is', null)
    .where('u.isBanned', '=', false)
    .select(['s.id', 'u.role', 'u.isOwner'])
    .execute();
  return new Map(rows.map((row) => [row.id, { isStaff: isStaff(row) }]));
}

/** Admins and owners. */
export const isStaff = ({ role, isOwner }: { role: string; isOwner: boolean }) => isOwner || role === 'admin';

const MAX_UNPAGED = 200;

/** A person's sessions that are not over, newest first, and how many there are in all. */
export async function listSessions(
  db: Db,
  { id, sessionId }: Pick<CurrentUser, 'id' | 'sessionId'>,
  { page = 1, pageSize = MAX_UNPAGED }: Page,
): Promise<{ sessions: Session[]; total: number }> {
  const own = db.selectFrom('sessions').where('userId', '=', id).where('expiresAt', '>', new Date());
  const [rows, { total }] = await Promise.all([
    own
      .select(['id', 'userAgent', 'ip', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const sessions = rows.map((row) => ({
    ...row,
    current: row.id === sessionId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
  return { sessions, total };
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
