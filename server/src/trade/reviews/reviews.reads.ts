import { MAX_PAGE_SIZE, type Page } from '@sterling/contract/fields.ts';
import { cents, dollarsOf, litoshi, ltcOf, ltcPrice } from '@sterling/contract/money.ts';
import type { Review, ReviewKind, ReviewState } from '@sterling/contract/reviews.ts';
import { sql } from 'kysely';
import { countRows } from '../../platform/db/large-reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { shownUsername } from '../../platform/deleted-user.rules.ts';
import { translateStored } from '../../platform/stored-texts.rules.ts';
import { readDisputes } from './disputes.reads.ts';

export interface ReviewsQuery extends Page {
  readonly state?: ReviewState;
  readonly kind?: ReviewKind;
  readonly dir?: 'asc' | 'desc';
}

/** Reviews with all facts, and their total count. Open reviews and newest first by default. */
export async function listReviews(
  db: Db,
  { state = 'open', kind, page = 1, pageSize = MAX_PAGE_SIZE, dir = 'desc' }: ReviewsQuery,
): Promise<{ rows: Review[]; total: number }> {
  const selected = reviews(db)
    .where('r.state', '=', state)
    .$if(kind !== undefined, (query) => query.where('r.kind', '=', kind!));
  const [found, total] = await Promise.all([
    selected
      .orderBy('r.id', dir)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    countRows(db, selected.clearSelect().select(sql`1`.as('one'))),
  ]);
  return { rows: await withFacts(db, found as ReviewRow[]), total };
}

/** One review. Null if it does not exist. */
export async function readReview(db: Db | Tx, id: string): Promise<Review | null> {
  const found = await reviews(db).where('r.id', '=', id).execute();
  const [review] = await withFacts(db, found as ReviewRow[]);
  return review ?? null;
}

function reviews(db: Db | Tx) {
  return db
    .selectFrom('reviews as r')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .leftJoin('users as staff', 'staff.id', 'r.decidedBy')
    .select(['r.id', 'r.kind', 'r.subjectId', 'r.userId', 'u.username', 'r.state', 'r.facts', 'r.reason'])
    .select(['staff.username as decidedBy', 'r.openedAt', 'r.closedAt']);
}

type ReviewRow = Omit<Review, 'dispute'>;
/** The facts of a review are sent as they are here, without a schema that encodes them. So amounts are in dollars and LTC. */
type Facts = Review['facts'];
/** The facts as stored. Their sentences are in English. */
type StoredFacts = Facts & {
  readonly why?: readonly string[];
  readonly differences?: readonly { readonly text: string }[];
  readonly pass?: string | null;
};

async function withFacts(db: Db | Tx, rows: readonly ReviewRow[]): Promise<Review[]> {
  const subjects = (kind: ReviewKind) => rows.filter((row) => row.kind === kind).map((row) => row.subjectId);
  const current = new Map([
    ...(await withdrawalFacts(db, subjects('withdrawal'))),
    ...(await reversalFacts(db, subjects('reversal'))),
    ...(await houseFacts(db, subjects('house_payment'))),
    ...(await foreignFacts(db, subjects('foreign_spend'))),
    ...(await restoreFacts(db, subjects('restore'))),
    ...(await reportFacts(db, subjects('report'))),
    ...(await orderFacts(db, subjects('manual_order'))),
  ]);
  const disputes = await readDisputes(db, subjects('dispute'));
  return rows.map((row) => ({
    ...row,
    username: shownUsername(row.username),
    decidedBy: shownUsername(row.decidedBy),
    dispute: disputes.get(row.subjectId) ?? null,
    facts: shownFacts({ ...row.facts, ...current.get(row.subjectId) }),
  }));
}

/** The facts with their reasons and differences in the current language. */
function shownFacts({ why, differences, pass, ...facts }: StoredFacts): Facts {
  return {
    ...facts,
    ...(why && { why: why.map(translateStored) }),
    ...(differences && {
      differences: differences.map((each) => ({ ...each, text: translateStored(each.text) })),
    }),
    ...(pass && { pass: translateStored(pass) }),
  };
}

async function withdrawalFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('withdrawals as w')
    .innerJoin('prices as p', 'p.id', 'w.priceId')
    .innerJoin('users as u', 'u.id', 'w.userId')
    .leftJoin('ownTransactions as t', 't.txid', 'w.txid')
    .where('w.id', 'in', ids)
    .select(['w.id', 'w.state', 'w.amountCents', 'w.totalCents', 'w.litoshi', 'w.address', 'w.waitsUntil'])
    .select(['w.txid', 'w.facts as nodeSaid', 'w.createdAt', 't.minedHeight', 'p.price', 'u.joinedAt'])
    .select((of) =>
      of
        .selectFrom('withdrawals as before')
        .whereRef('before.userId', '=', 'w.userId')
        .whereRef('before.address', '=', 'w.address')
        .where('before.confirmedAt', 'is not', null)
        .where('before.state', '<>', 'failed')
        .select((all) => all.fn.countAll<number>().as('times'))
        .as('paidToAddress'),
    )
    .execute();
  return new Map(
    rows.map(({ id, amountCents, totalCents, litoshi: amount, price, ...facts }) => [
      id,
      {
        ...facts,
        amount: dollarsOf(cents(amountCents)),
        totalDeducted: dollarsOf(cents(totalCents)),
        ltcAmount: ltcOf(litoshi(amount)),
        price: dollarsOf(ltcPrice(price)),
      },
    ]),
  );
}

async function houseFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ownTransactions')
    .where('id', 'in', ids)
    .select(['id', 'kind', 'txid', 'feeLitoshi', 'facts as nodeSaid', 'signedAt', 'minedHeight'])
    .execute();
  return new Map(
    rows.map(({ id, feeLitoshi, ...facts }) => [id, { ...facts, feeLtc: ltcOf(litoshi(feeLitoshi)) }]),
  );
}

async function foreignFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ownTransactions')
    .where('id', 'in', ids)
    .select(['id', 'txid', 'feeLitoshi', 'signedAt as seenAt', 'minedHeight'])
    .execute();
  return new Map(
    rows.map(({ id, feeLitoshi, ...facts }) => [id, { ...facts, feeLtc: ltcOf(litoshi(feeLitoshi)) }]),
  );
}

async function restoreFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('restores')
    .where('id', 'in', ids)
    .select(['id', 'comparison', 'comparedAt'])
    .execute();
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

async function reportFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('reports')
    .where('id', 'in', ids)
    .where('contact', '<>', '')
    .select(['id', 'contact'])
    .execute();
  return new Map(rows.map(({ id, contact }) => [id, { contact }]));
}

async function orderFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.buyerId')
    .where('o.id', 'in', ids)
    .select(['o.id', 'u.username'])
    .execute();
  return new Map(rows.map(({ id, username }) => [id, { buyer: shownUsername(username) }]));
}

interface ReversalRow {
  readonly id: string;
  readonly txid: string;
  readonly n: number;
  readonly litoshi: number;
  readonly cents: number;
  readonly status: string;
  readonly spentCents: number;
  readonly waiting: readonly { username: string; userId: string; cents: number }[];
}

async function reversalFacts(db: Db | Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ReversalRow>`
    select d.id, d.txid, d.n, d.litoshi, d.cents, d.status, coalesce(l.cents - l.unspent, 0)::bigint as spent_cents,
      coalesce((select jsonb_agg(jsonb_build_object('userId', w.user_id, 'username', u.username, 'cents', w.cents) order by w.user_id)
        from (select a.user_id, sum(s.cents)::bigint as cents from settlement_spends s join ledger_accounts a on a.id = s.to_account
          where s.deposit_id = d.id and s.waits and a.user_id is not null group by a.user_id) w
        join users u on u.id = w.user_id), '[]') as waiting
    from deposits d left join settlement_lots l on l.deposit_id = d.id where d.id = any (${ids}::uuid[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, litoshi: amount, cents: worth, spentCents, waiting, ...facts }) => [
      id,
      {
        ...facts,
        ltcAmount: ltcOf(litoshi(amount)),
        amount: dollarsOf(cents(worth)),
        spent: dollarsOf(cents(spentCents)),
        waiting: waiting.map(({ cents: earned, username, userId }) => ({
          userId,
          username: shownUsername(username),
          amount: dollarsOf(cents(earned)),
        })),
      },
    ]),
  );
}
