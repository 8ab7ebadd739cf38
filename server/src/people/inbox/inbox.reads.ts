import { EVENTS_PAGE_SIZE, MAX_LISTED, type Page } from '@sterling/contract/fields.ts';
import type { Inbox, InboxEntry } from '@sterling/contract/inbox.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { CurrentUser } from '../sessions/sessions.reads.ts';
import { isTrouble, type News, wordsOf } from './inbox.rules.ts';
import { readWaiting } from './waiting.reads.ts';

/** One page of a user's inbox, newest first, with all that waits for the user. */
export async function readInbox(
  db: Db,
  user: Pick<CurrentUser, 'id' | 'role' | 'isOwner'>,
  page: Page,
): Promise<{ inbox: Inbox; total: number }> {
  const [entries, total, unread, waiting] = await Promise.all([
    listEntries(db, user.id, page),
    countEntries(db, user.id),
    countUnread(db, user.id),
    readWaiting(db, user),
  ]);
  return { inbox: { unread, entries, ...waiting }, total };
}

/** One page of a user's entries, newest first. */
export async function listEntries(
  db: Db,
  userId: string,
  { page = 1, pageSize = EVENTS_PAGE_SIZE }: Page,
): Promise<InboxEntry[]> {
  const rows = await entriesOf(db, userId)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return rows.map(shownEntry);
}

/** All of a user's entries in pages, newest first. */
export const entryPages = (db: Db, userId: string): AsyncGenerator<InboxEntry[]> =>
  pagesOf(async (last) => {
    const rows = await entriesOf(db, userId)
      .$if(last !== null, (older) => older.where('e.id', '<', last!.id))
      .limit(PAGE_ROWS)
      .execute();
    return rows.map(shownEntry);
  });

const entriesOf = (db: Db, userId: string) =>
  db
    .selectFrom('inboxEntries as e')
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.id', '=', 'e.subjectId').on('e.kind', 'in', ['trades', 'messages']),
    )
    .where('e.userId', '=', userId)
    .select(['e.id', 'e.kind', 'e.code', 'e.subjectId', 'e.details', 'e.readAt', 'e.at', 't.title as item'])
    .orderBy('e.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number];

function shownEntry({ id, kind, code, subjectId, details, readAt, at, item }: Row): InboxEntry {
  const news = { code, ...(details as object) } as News;
  return {
    id,
    kind: kind as InboxEntry['kind'],
    ...wordsOf(news),
    item,
    subjectId,
    isTrouble: isTrouble(news.code),
    isRead: readAt !== null,
    at,
  };
}

const countEntries = (db: Db, userId: string): Promise<number> =>
  countRows(db, sql`select from inbox_entries where user_id = ${userId}`);

/** The number of a user's unread entries, at most MAX_LISTED. */
export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from inbox_entries where user_id = ${userId} and read_at is null limit ${MAX_LISTED}) entries`.execute(
    db,
  );
  return rows[0]!.unread;
}

/** Whether a user has an unread entry with this code about this object. */
export async function hasUnreadNews(
  tx: Tx,
  userId: string,
  { code, subjectId }: { readonly code: News['code']; readonly subjectId: string },
): Promise<boolean> {
  const unread = await tx
    .selectFrom('inboxEntries')
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('code', '=', code)
    .where('subjectId', '=', subjectId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return unread !== undefined;
}
