import { admin } from '@sterling/contract/admin.ts';
import { backups } from '@sterling/contract/backups.ts';
import { coldSignatures } from '@sterling/contract/cold-signatures.ts';
import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { orders } from '@sterling/contract/orders.ts';
import { type Review, reviews } from '@sterling/contract/reviews.ts';
import type { Settings } from '@sterling/contract/settings.ts';
import { transactions } from '@sterling/contract/transactions.ts';
import { treasury } from '@sterling/contract/treasury.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, hrefOf } from '../../data/call.ts';
import { callPage } from '../../data/pages.ts';
import { filterQuery, pageQuery, type TableView } from '../../kit/ui/table-view.ts';

/** Staff keep this page open all day. It must show new decisions and the age of the price and chain data. */
const WATCH_EVERY_MS = 15_000;

export const PEOPLE_PAGE_SIZE = 20;
export const AUDIT_PAGE_SIZE = 20;
export const DECISIONS_PAGE_SIZE = 20;

export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ signal }) => call(admin.stats, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: WATCH_EVERY_MS,
});

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(admin.settings, undefined, { signal }),
  refetchOnMount: 'always',
});

/** The settings by key. The server has checked every value. */
export const settingsOf = (rows: ReplyOf<typeof admin.settings>): Settings =>
  Object.fromEntries(rows.map(({ key, value }) => [key, value])) as Settings;

/** One page of open reviews, oldest first, each with its order or trade if it has one. */
export const openReviewsQuery = (page: number) => {
  const query = {
    state: 'open',
    dir: 'asc',
    page,
    pageSize: DECISIONS_PAGE_SIZE,
  } as const;
  return queryOptions({
    queryKey: ['reviews', page],
    queryFn: async ({ signal }) => {
      const open = await callPage(reviews.list, { query }, { signal });
      return { ...open, rows: await Promise.all(open.rows.map((review) => withSubject(review, signal))) };
    },
    refetchOnMount: 'always',
    refetchInterval: WATCH_EVERY_MS,
    placeholderData: keepPreviousData,
  });
};

export interface ReviewWithSubject {
  readonly review: Review;
  readonly order?: ReplyOf<typeof orders.read>;
  readonly trade?: ReplyOf<typeof transactions.read>;
  /** Its order or trade could not be read. */
  readonly isIncomplete?: true;
}

/** One subject that cannot be read does not hide the other reviews. */
async function withSubject(review: Review, signal: AbortSignal): Promise<ReviewWithSubject> {
  try {
    return { review, ...(await readSubject(review, signal)) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { review, isIncomplete: true };
  }
}

async function readSubject(
  { kind, subjectId: id }: Review,
  signal: AbortSignal,
): Promise<Omit<ReviewWithSubject, 'review'>> {
  if (kind === 'manual_order')
    return { order: await call(orders.read, { params: { id }, query: { all: '1' } }, { signal }) };
  if (kind === 'dispute') return { trade: await call(transactions.read, { params: { id } }, { signal }) };
  return {};
}

export const treasuryQuery = queryOptions({
  queryKey: ['admin', 'treasury'],
  queryFn: ({ signal }) => call(treasury.read, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: WATCH_EVERY_MS,
});

export const reservesOverviewQuery = queryOptions({
  queryKey: ['admin', 'reserves'],
  queryFn: ({ signal }) => call(coldSignatures.overview, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: WATCH_EVERY_MS,
});

export const lastBackupQuery = queryOptions({
  queryKey: ['admin', 'last-backup'],
  queryFn: ({ signal }) => call(backups.last, undefined, { signal }),
  refetchOnMount: 'always',
  refetchInterval: WATCH_EVERY_MS,
});

/** The address of all users that the view finds, as a CSV file. */
export const peopleCsv = (view: TableView): string =>
  hrefOf(admin.usersCsv, { query: filterQuery(admin.usersCsv, view) });

/** One page of all users. The previous page stays while the next one loads. */
export const peopleQuery = (view: TableView) => {
  const query = pageQuery(admin.users, view, PEOPLE_PAGE_SIZE);
  return queryOptions({
    queryKey: ['admin', 'users', query],
    queryFn: ({ signal }) => callPage(admin.users, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The time zone of the days in the audit log. */
export const AUDIT_ZONE = 'UTC';

/** One page of the audit log, newest first. */
export const auditQuery = (view: TableView) => {
  const query = pageQuery(admin.audit, view, AUDIT_PAGE_SIZE, AUDIT_ZONE);
  return queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => callPage(admin.audit, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The latest entry about the emergency stop: who has set or lifted it, and when. */
export const stopEntryQuery = queryOptions({
  queryKey: ['admin', 'audit', 'stop'],
  queryFn: ({ signal }) =>
    call(
      admin.audit,
      { query: { action: 'settings.changed', search: 'emergency_shutdown', pageSize: 1 } },
      { signal },
    ),
  select: ([latest]) => latest,
  refetchOnMount: 'always',
});

/** The address of all entries that the view finds, as a CSV file. */
export const auditCsv = (view: TableView): string =>
  hrefOf(admin.auditCsv, { query: filterQuery(admin.auditCsv, view, AUDIT_ZONE) });
