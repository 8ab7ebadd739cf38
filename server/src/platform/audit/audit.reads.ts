import type { AuditEntry, admin } from '@sterling/contract/admin.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

const MAX_UNPAGED = 200;

/** Deeds of staff, newest first, and how many match in all. `to` is exclusive; a date means its midnight in UTC. */
export async function listAuditEntries(
  db: Db,
  { actor, action, from, to, search, page = 1, pageSize = MAX_UNPAGED }: Decoded<typeof admin.audit, 'query'>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  let found = db
    .selectFrom('auditLog as d')
    .leftJoin('users as u', 'u.id', 'd.actorId')
    .leftJoin('users as s', (join) => join.on('s.id', '=', PERSON));
  if (actor) found = found.where('d.actorId', '=', actor);
  if (action) found = found.where('d.action', '=', action);
  if (from) found = found.where('d.at', '>=', new Date(from));
  if (to) found = found.where('d.at', '<', new Date(to));
  if (search) found = found.where(sql<boolean>`position(lower(${search}) in lower(${SEARCHED})) > 0`);
  const [rows, { total }] = await Promise.all([
    found
      .selectAll('d')
      .select(['u.username as actor', 's.username as subject'])
      .orderBy('d.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const entries = rows.map(({ id, at, ...deed }) => ({ ...deed, id: String(id), at: at.toISOString() }));
  return { entries, total };
}

/** A subject is a setting's key, a file or an id: only an id can be a person's. */
const PERSON = sql<string>`case when d.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then d.subject_id::uuid end`;

const SEARCHED = sql`concat_ws(chr(10), u.username, s.username, d.action, d.subject_id, d.reason, d.ip, d.before, d.after)`;
