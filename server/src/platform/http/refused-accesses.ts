import type { RefusalCode } from '@sterling/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Refusal } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { visitorOf } from './visitor.ts';

const REFUSED_ACCESS: ReadonlySet<RefusalCode> = new Set([
  'owner_required',
  'admin_required',
  'seller_required',
  'unauthorized',
  'factor_required',
  'session_required',
  'scope_required',
  'network_not_allowed',
]);

/** Records in the background that a signed-in user called something that they may not call. Its log is limited in the database. */
export function noteRefusedAccess(db: Db, request: FastifyRequest, { code }: Refusal): void {
  const visitor = visitorOf(request);
  if (!visitor || !REFUSED_ACCESS.has(code)) return;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  sql`select record_refusal(${visitor.sessionId}, ${route}, ${code}, ${request.ip})`
    .execute(db)
    .catch((error: unknown) => request.log.warn({ err: error }, 'a refused access could not be recorded'));
}
