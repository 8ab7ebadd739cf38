import { type Cents, type Litoshi, type LtcPrice, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { readFigure } from '../../platform/db/large-reads.ts';
import { atOneMoment } from '../../platform/db/one-moment.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Difference } from '../ledger/proof.ts';
import { feeCeiling } from '../withdrawals/coins.rules.ts';
import { namedBookDifference, unaccepted } from './differences.reads.ts';
import type { DepositCoin } from './sweep.rules.ts';

export interface SweepRow {
  readonly id: string;
  readonly state: 'requested' | 'nothing' | 'signed';
  readonly txid: string | null;
  readonly litoshi: Litoshi;
}

/** The sweep that waits to be signed or mined. Null when the next one may start. */
export async function sweepInProgress(db: Db | Tx): Promise<SweepRow | null> {
  const row = await db
    .selectFrom('sweeps as s')
    .leftJoin('ownTransactions as t', 't.txid', 's.txid')
    .where((where) =>
      where.or([
        where('s.state', '=', 'requested'),
        where.and([
          where('s.state', '=', 'signed'),
          where('t.minedHeight', 'is', null),
          where('t.facts', 'is', null),
          where('t.givenUpAt', 'is', null),
        ]),
      ]),
    )
    .orderBy('s.createdAt', 'desc')
    .select(['s.id', 's.state', 's.txid', 's.litoshi'])
    .limit(1)
    .executeTakeFirst();
  return (row as SweepRow | undefined) ?? null;
}

/** Reads one sweep. */
export async function readSweep(db: Db, id: string): Promise<SweepRow> {
  const row = await db
    .selectFrom('sweeps')
    .where('id', '=', id)
    .select(['id', 'state', 'txid', 'litoshi'])
    .executeTakeFirstOrThrow();
  return row as SweepRow;
}

/** A deposit's coin with the path of its key. */
export interface SweepCoin extends DepositCoin {
  readonly script: Buffer;
  readonly account: 'deposit';
  readonly branch: number;
  readonly index: number;
}

const MAX_COINS_READ = 1_000;

/**
 * Mined, unspent and unreserved coins on users' deposit addresses, largest first. A credited coin is settled with its
 * deposit. Any other coin is settled by its owner's total at `price`, or without a price like a large one.
 */
export async function depositCoins(db: Db, price: LtcPrice | null): Promise<SweepCoin[]> {
  const { rows } = await sql<Omit<SweepCoin, 'value'> & { litoshi: number }>`
    with cursor as materialized (select applied_height() as height)
    select o.txid, o.n, o.litoshi, 0 as unmined_depth,
      case when l.state in ('settled', 'unsettled') then l.state = 'settled'
        else cursor.height - o.height + 1 >=
          settlement_tier(coalesce(unsettled_cents(d.user_id, ${price}), large_deposit_cents()), o.is_peg_out, o.is_coinbase)
      end as is_settled,
      a.script, a.account, a.branch, a.index
    from chain_outputs o
    cross join cursor
    join addresses a on a.address = o.address and a.account = 'deposit'
    left join deposits d on d.txid = o.txid and d.n = o.n
    left join settlement_lots l on l.deposit_id = d.id
    where o.height is not null and o.spent_by is null and o.reserved_by is null
    order by o.litoshi desc, o.txid, o.n
    limit ${MAX_COINS_READ}`.execute(db);
  return rows.map(({ litoshi: value, ...coin }) => ({ ...coin, value: litoshi(value) }));
}

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

/** What the hot wallet needs for approved withdrawals that are not signed yet, with the highest fee of each. */
export async function unsignedPayouts(db: Db): Promise<Litoshi> {
  const rows = await db.selectFrom('withdrawals').where('state', '=', 'approved').select('litoshi').execute();
  return litoshi(rows.reduce((sum, row) => sum + row.litoshi + feeCeiling(litoshi(row.litoshi)), 0));
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
