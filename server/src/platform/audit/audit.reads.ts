import type { AuditEntry, admin } from '@sterling/contract/admin.ts';
import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE } from '@sterling/contract/fields.ts';
import { t } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { countRows } from '../db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../db/pages.ts';
import type { Db } from '../db/pool.ts';
import { containsText } from '../db/search.ts';
import { shownUsername } from '../deleted-user.rules.ts';
import { translateStored } from '../stored-texts.rules.ts';

type AuditFilter = Decoded<typeof admin.auditCsv, 'query'>;

/** One page of audit entries, newest first, and the total number of matches. `to` is exclusive. A date means midnight UTC. */
export async function listAuditEntries(
  db: Db,
  { page = 1, pageSize = MAX_PAGE_SIZE, ...filter }: Decoded<typeof admin.audit, 'query'>,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const found = matching(db, filter);
  const [entries, total] = await Promise.all([
    read(found.limit(pageSize).offset((page - 1) * pageSize)),
    countRows(db, found.select(sql`1`.as('one'))),
  ]);
  return { entries: entries.map(shown), total };
}

/** The system writes its reasons in English. */
const shown = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  reason: entry.reason && translateStored(entry.reason),
});

/** All matching entries in pages, newest first. */
export const auditPages = (db: Db, filter: AuditFilter) =>
  pagesOf<AuditEntry>((last) => {
    const found = matching(db, filter).limit(PAGE_ROWS);
    return read(last === null ? found : found.where('e.id', '<', Number(last.id)));
  });

function matching(db: Db, { actor, action, from, to, search }: AuditFilter) {
  let found = db
    .selectFrom('auditLog as e')
    .leftJoin('users as u', 'u.id', 'e.actorId')
    .leftJoin('auditAddresses as a', 'a.entryId', 'e.id')
    .leftJoin('reviews as r', (join) => join.on('r.id', '=', SUBJECT))
    .leftJoin('users as s', (join) => join.on('s.id', '=', sql<string>`coalesce(r.user_id, ${SUBJECT})`))
    .leftJoin('transactions as t', (join) =>
      join.on('t.id', '=', sql<string>`coalesce(r.subject_id, ${SUBJECT})`),
    )
    .leftJoin('users as buyer', 'buyer.id', 't.buyerId')
    .leftJoin('users as seller', 'seller.id', 't.sellerId');
  if (actor) found = found.where('e.actorId', '=', actor);
  if (action) found = found.where('e.action', '=', action);
  if (from) found = found.where('e.at', '>=', new Date(from));
  if (to) found = found.where('e.at', '<', new Date(to));
  if (search) found = found.where(containsText(search, SEARCHED));
  return found;
}

async function read(found: ReturnType<typeof matching>): Promise<AuditEntry[]> {
  const rows = await found
    .select(['e.id', 'e.at', 'e.actorId', 'e.action', 'e.subjectId', 'e.before', 'e.after', 'e.reason'])
    .select(['a.address as ip', 'u.username as actor', 's.username as subject'])
    .select(['t.title', 'buyer.username as buyer', 'seller.username as seller'])
    .orderBy('e.id', 'desc')
    .execute();
  return rows.map(({ id, title, buyer, seller, ...entry }) => ({
    ...entry,
    id: String(id),
    actor: shownUsername(entry.actor),
    subject: shownUsername(entry.subject),
    trade: title === null ? null : tradeOf(title, buyer!, seller!),
  }));
}

const tradeOf = (title: string, buyer: string, seller: string): string =>
  t('{title} ({buyerName} from {sellerName})', {
    title,
    buyerName: nameOf(buyer),
    sellerName: nameOf(seller),
  });

/** A username without its '#1234' suffix. */
const nameOf = (username: string): string => shownUsername(username).split('#')[0]!;

/** A subject id is a settings key, a file name or a UUID. A UUID is the id of a user, a review, a trade or something else. */
const SUBJECT = sql<string>`case when e.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.subject_id::uuid end`;

/** As in English. */
const TRADE = sql`t.title || ' (' || split_part(buyer.username, '#', 1) || ' from ' || split_part(seller.username, '#', 1) || ')'`;

const SEARCHED = sql`u.username, s.username, e.action, e.subject_id, ${TRADE}, e.reason, a.address, e.before, e.after`;
