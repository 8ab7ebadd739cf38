import type { RefusalCode } from '@sterling/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Refusal } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { callerOf } from './caller.ts';

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

/** Records in the background that a signed-in user made a call without permission. `record_refusal()` limits the number of rows. */
export function noteRefusedAccess(db: Db, request: FastifyRequest, { code }: Refusal): void {
  const caller = callerOf(request);
  if (!caller || !REFUSED_ACCESS.has(code)) return;
  const route = `${request.method} ${request.routeOptions.url ?? ''}`;
  sql`select record_refusal(${caller.sessionId}, ${route}, ${code}, ${request.ip})`
    .execute(db)
    .catch((error: unknown) => request.log.warn({ err: error }, 'could not record a refused call'));
}
