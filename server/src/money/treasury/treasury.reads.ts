import { type Cents, type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import { atOneMoment } from '../../platform/db/one-moment.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Difference } from '../ledger/proof.ts';
import { namedBookDifference, unaccepted } from './differences.reads.ts';

/** Our unspent litoshi in the applied chain, by account. */
export async function reserves(db: Db | Tx): Promise<Record<'hot' | 'deposit' | 'cold', Litoshi>> {
  const { rows } = await sql<{ account: 'hot' | 'deposit' | 'cold'; litoshi: number }>`
    select a.account, sum(o.litoshi)::bigint as litoshi from chain_outputs o join addresses a using (address)
    where o.height is not null and o.spent_by is null group by a.account`.execute(db);
  const by = new Map(rows.map(({ account, litoshi: sum }) => [account, sum]));
  return {
    hot: litoshi(by.get('hot') ?? 0),
    deposit: litoshi(by.get('deposit') ?? 0),
    cold: litoshi(by.get('cold') ?? 0),
  };
}

/** Litoshi of mined deposits that are not credited yet. They are among the reserves, and their owners have no dollars for them yet. */
async function uncreditedDeposits(tx: Tx): Promise<Litoshi> {
  const { rows } = await sql<{ litoshi: number }>`
    select coalesce(sum(litoshi), 0)::bigint as litoshi from deposits
    where status in ('seen', 'small', 'reversed') and height is not null`.execute(tx);
  return litoshi(rows[0]!.litoshi);
}

/** The cents in users' wallets, minus withdrawals that are mined but not booked yet. */
export async function liabilities(db: Db | Tx): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select (
      coalesce((select sum(greatest(b.posted, 0)) from ledger_balances b), 0)
      - coalesce((select sum(w.total_cents) from withdrawals w join own_transactions t using (txid)
          where w.confirmed_at is null and w.failed_at is null and t.mined_height is not null), 0))::bigint as cents`.execute(
    db,
  );
  return rows[0]!.cents as Cents;
}

/** What Sterling holds and owes at one moment. */
export interface BalanceSheet {
  readonly held: Readonly<Record<'hot' | 'deposit' | 'cold', Litoshi>>;
  readonly total: Litoshi;
  /** The part of the total that can cover what is owed: all but the deposits that are not credited yet. */
  readonly covering: Litoshi;
  readonly owed: Cents;
}

/** Reads coins and debts in one transaction that sees a single moment. With many wallets the answer may be a minute old. */
export function readBalanceSheet(db: Db): Promise<BalanceSheet> {
  const read = async (tx: Tx) => {
    const held = await reserves(tx);
    const total = litoshi(held.hot + held.deposit + held.cold);
    const covering = litoshi(Math.max(0, total - (await uncreditedDeposits(tx))));
    return { value: { held, total, covering, owed: await liabilities(tx) }, rows: await estimateWallets(tx) };
  };
  return readFigure(db, 'balance sheet', () => atOneMoment(db, read));
}

/** How many percent of what is owed the coins cover, rounded down to 0.1. `worth` is null without a price. Null then, and if nothing is owed. */
export const coveredPercent = (worth: Cents | null, owed: number): number | null =>
  worth === null || owed === 0 ? null : Math.floor((worth * 1_000) / owed) / 10;

/** About how many wallets there are, as PostgreSQL counted them last. */
async function estimateWallets(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select reltuples::bigint as count from pg_class where oid = 'ledger_balances'::regclass`.execute(tx);
  return rows[0]!.count;
}

/** An internal transfer that must be sent to the node. */
export interface UnminedHouse {
  readonly txid: string;
  readonly kind: string;
  readonly hex: string;
  readonly sentAt: Date | null;
}

/** Signed internal transfers that are not mined or given up and were not sent since `before`, oldest first. */
export async function unminedHouse(db: Db, before: Date): Promise<UnminedHouse[]> {
  const rows = await db
    .selectFrom('ownTransactions')
    .where('kind', 'in', ['sweep', 'child', 'cancel'])
    .where('givenUpAt', 'is', null)
    .where('minedHeight', 'is', null)
    .where('facts', 'is', null)
    .where((where) => where.or([where('sentAt', 'is', null), where('sentAt', '<', before)]))
    .orderBy('signedAt')
    .select(['txid', 'kind', sql<string>`hex`.as('hex'), 'sentAt'])
    .execute();
  return rows;
}

export interface Proof {
  readonly at: Date;
  readonly tookMs: number;
  /** Without those that an owner has accepted. */
  readonly differences: number;
}

/** The last proof of the books; null before the first. */
export async function lastProof(db: Db): Promise<Proof | null> {
  const row = await db
    .selectFrom('bookProofs')
    .orderBy('id', 'desc')
    .select(['at', 'tookMs', 'differences'])
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const found = (row.differences as unknown as Difference[]).map(namedBookDifference);
  return {
    at: row.at,
    tookMs: row.tookMs,
    differences: (await unaccepted(db, 'book_difference', found)).length,
  };
}
