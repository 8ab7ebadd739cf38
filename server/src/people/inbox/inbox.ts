import { sql } from 'kysely';
import { type Db, notify, type Tx } from '../../platform/db/pool.ts';
import type { News } from './inbox.rules.ts';
import { kindOf, otherKindOf } from './kinds.rules.ts';

/**
 * Adds news to a user's inbox, and queues it as a Discord message and for webhooks if the user has enabled one of its kinds.
 * `subjectId`: the object that the news is about, if it has an id.
 */
export async function addNews(
  tx: Tx,
  userId: string,
  news: News,
  subjectId: string | null = null,
): Promise<void> {
  const { code, ...details } = news;
  const values = JSON.stringify(details);
  await sql`select add_notification(${userId}, ${kindOf(code)}, ${code}, ${subjectId}::uuid, ${values}::jsonb,
    ${otherKindOf(code)})`.execute(tx);
  await announceInbox(tx, userId);
}

/** Marks a user's entry as read, and with `andOlder` all older ones. Unknown ids change nothing. */
export async function markRead(
  tx: Tx,
  userId: string,
  { id, andOlder = false }: { id: string; andOlder?: boolean | undefined },
): Promise<void> {
  const { numUpdatedRows } = await markUnread(tx, userId)
    .where('id', andOlder ? '<=' : '=', id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await announceInbox(tx, userId);
}

/** Marks a user's unread entries with this code about this object as read. */
export async function markNewsRead(
  tx: Tx,
  userId: string,
  { code, subjectId }: { readonly code: News['code']; readonly subjectId: string },
): Promise<void> {
  const { numUpdatedRows } = await markUnread(tx, userId)
    .where('code', '=', code)
    .where('subjectId', '=', subjectId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await announceInbox(tx, userId);
}

/** An update that marks a user's unread entries as read. The caller adds which. */
const markUnread = (tx: Tx, userId: string) =>
  tx
    .updateTable('inboxEntries')
    .set({ readAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('readAt', 'is', null);

/** Announces to the user's open pages that the inbox has changed. */
export const announceInbox = (tx: Tx, userId: string): Promise<void> =>
  notify(tx, 'inbox', JSON.stringify({ userId }));

/** Deletes the inboxes of users. */
export async function forgetInboxesOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('inboxEntries').where('userId', 'in', userIds).execute();
}

const KEPT_DAYS = 90;
const MAX_ENTRIES = 500;

/**
 * Deletes entries older than 90 days, and of users with new entries all but the latest 500. News of security and withdrawals stay, because
 * a thief could hide them behind many others.
 */
export async function deleteOldEntries(db: Db): Promise<void> {
  await sql`delete from inbox_entries where at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  await sql`
    delete from inbox_entries old using (
      select u.user_id, (select id from inbox_entries e where e.user_id = u.user_id order by id desc
        offset ${MAX_ENTRIES} limit 1) as newest_dropped
      from (select distinct user_id from inbox_entries where at > now() - interval '1 hour') u) busy
    where old.user_id = busy.user_id and old.id <= busy.newest_dropped and old.kind not in ('security', 'withdrawals')`.execute(
    db,
  );
}
