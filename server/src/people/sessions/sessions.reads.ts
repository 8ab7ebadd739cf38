import { createHash } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { ApiScope } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import type { Session } from '@sterling/contract/sessions.ts';
import { isStaff, type Role } from '@sterling/contract/users.ts';
import type { FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PreparedPool } from '../../platform/db/prepared-pool.ts';
import type { Sessions } from '../../platform/db/types.generated.ts';

type Mode = Config['mode'];

/** The API credential that made a call. */
export interface CallerCredential {
  readonly scopes: readonly ApiScope[];
  /** In CIDR notation; empty: any network. */
  readonly networks: readonly string[];
  readonly state: 'valid' | 'expired' | 'revoked';
  /** Whether use of the credential must be recorded again. */
  readonly isUseDue: boolean;
}

/** The signed-in user of a request. */
export interface CurrentUser {
  readonly id: string;
  readonly role: Role;
  readonly isOwner: boolean;
  /** Id of the session, or of the API credential if `credential` is set. */
  readonly sessionId: string;
  /** Set if the call was made with an API credential. Its user never has rights of staff. */
  readonly credential?: CallerCredential;
  /** Set with `credential`: buyer and seller at the same time. */
  readonly hasBothRoles?: boolean;
  /** Whether the user has a second factor. */
  readonly hasFactor: boolean;
  /** Whether the session has passed a check in the last minutes. */
  readonly isChecked: boolean;
  /** Whether the call came with a token that is about to end. Such a call may only read. */
  readonly onlyReads?: boolean;
  /** Whether the session needs a new token. */
  readonly rotationDue: boolean;
  /** Whether use of the session must be recorded again. */
  readonly isSeenDue: boolean;
}

/**
 * The rights of a call with an API credential of the user `u`, as columns: buyer and seller at the same time, and only seller for
 * an admin, who may not buy.
 */
export const CREDENTIAL_RIGHTS = `case when u.role = 'admin' then 'seller' else u.role end as role, false as "isOwner",
  u.role <> 'admin' as "hasBothRoles"`;

/** Whether the user must pass a check before a protected call. Users without a second factor are never asked. */
export const needsCheck = ({ hasFactor, isChecked }: Pick<CurrentUser, 'hasFactor' | 'isChecked'>): boolean =>
  hasFactor && !isChecked;

/** `__Host-` with TLS, so that no other host or path can set or read the cookie. */
export const SESSION_COOKIES = { secure: '__Host-sterling', plain: 'sterling' } as const;

/** The name of the session cookie. */
export const sessionCookieIn = (mode: Mode): string =>
  mode === 'production' ? SESSION_COOKIES.secure : SESSION_COOKIES.plain;

/** The session token that a request carries, or null. Production reads no other name, because others can set those. */
export const sessionToken = (request: FastifyRequest, mode: Mode): string | null =>
  request.cookies[sessionCookieIn(mode)] ?? null;

/** The session `s` of the token whose hash is `a.token_hash`, as SQL. A replaced token stays valid for a short time. */
export const SESSION_OF_TOKEN = `(
    select *, true as is_current from sessions where token_hash = a.token_hash
    union all select *, false from sessions where previous_token_hash = a.token_hash and previous_until > now()
  ) s`;

/**
 * The valid ones of some session tokens, by their hash in hex, and whether their users are staff. It uses the prepared pool, so it does
 * not wait while calls hold all other connections.
 */
export async function validTokens(
  preparedPool: PreparedPool,
  hashes: readonly string[],
): Promise<Map<string, { isStaff: boolean }>> {
  const rows = await preparedPool.call<{ hash: string; role: string; isOwner: boolean }>(
    'valid-tokens',
    `select encode(a.token_hash, 'hex') as hash, u.role, u.is_owner as "isOwner" from unnest($1::bytea[]) as a (token_hash)
      cross join lateral ${SESSION_OF_TOKEN} join users u on u.id = s.user_id
      where s.expires_at > now() and u.deleted_at is null and not u.is_banned`,
    [hashes.map((hash) => Buffer.from(hash, 'hex'))],
  );
  return new Map(rows.map((row) => [row.hash, { isStaff: isStaff(row) }]));
}

/** Whether a user may use the rights of staff: in production only with a second factor. */
export const actsAsStaff = (user: Pick<CurrentUser, 'role' | 'isOwner' | 'hasFactor'>, mode: Mode): boolean =>
  isStaff(user) && (mode !== 'production' || user.hasFactor);

/** One page of a user's valid sessions, newest first, and their total number. */
export async function listSessions(
  db: Db,
  { id, sessionId }: Pick<CurrentUser, 'id' | 'sessionId'>,
  { page = 1, pageSize = MAX_PAGE_SIZE }: Page,
): Promise<{ sessions: Session[]; total: number }> {
  const own = sessionsOf(db, id);
  const [rows, total] = await Promise.all([
    own
      .select(SHOWN)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, own.select(sql`1`.as('one'))),
  ]);
  return { sessions: rows.map((row) => shownSession(row, sessionId)), total };
}

/** All of a user's valid sessions in pages, newest first. */
export const sessionPages = (
  db: Db,
  { id, sessionId }: Pick<CurrentUser, 'id' | 'sessionId'>,
): AsyncGenerator<Session[]> =>
  pagesOf(async (last) => {
    const rows = await sessionsOf(db, id)
      .select(SHOWN)
      .$if(last !== null, (older) => older.where('id', '<', last!.id))
      .orderBy('id', 'desc')
      .limit(PAGE_ROWS)
      .execute();
    return rows.map((row) => shownSession(row, sessionId));
  });

const sessionsOf = (db: Db, userId: string) =>
  db.selectFrom('sessions').where('userId', '=', userId).where('expiresAt', '>', sql<Date>`now()`);

const SHOWN = ['id', 'userAgent', 'ip', 'createdAt', 'lastSeenAt', 'expiresAt'] as const;

const shownSession = (row: Pick<Selectable<Sessions>, (typeof SHOWN)[number]>, current: string): Session => ({
  ...row,
  current: row.id === current,
});

/** The hash of a token, which the database stores instead of the token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
