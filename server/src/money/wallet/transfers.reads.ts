import type { Decoded } from '@sterling/contract/endpoint.ts';
import { MAX_PAGE_SIZE, type WalletType } from '@sterling/contract/fields.ts';
import {
  type Cents,
  type Litoshi,
  type LtcPrice,
  WITHDRAWAL_CONFIRMATIONS,
} from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { MIN_TXID_SEARCH, type WalletTransaction, type wallet } from '@sterling/contract/wallet.ts';
import { type RawBuilder, sql } from 'kysely';
import { isEmergencyStopped } from '../../people/settings/settings.reads.ts';
import { countRows } from '../../platform/db/large-reads.ts';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db } from '../../platform/db/pool.ts';
import { containsTextOrAmount } from '../../platform/db/search.ts';
import { trimmedUsd } from '../../platform/formats.rules.ts';
import { toStore, translateStored, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { openBalances } from '../ledger/balances-after.reads.ts';
import { account } from '../ledger/ledger.ts';
import { REQUIRED_CONFIRMATIONS } from '../litecoin/litecoin.reads.ts';
import { type FreshPrice, freshPrice, valueLeft } from '../prices/prices.reads.ts';
import { MAX_BY_FEW_SOURCES } from '../prices/prices.rules.ts';
import { SEND_AFTER } from '../withdrawals/withdrawals.reads.ts';
import { waitText } from '../withdrawals/withdrawals.rules.ts';

type TransferQuery = Omit<Decoded<typeof wallet.transactions, 'query'>, 'type' | 'walletType'>;
type TransferFilter = Partial<Pick<TransferQuery, 'search' | 'status' | 'from' | 'to'>>;

interface TransferRow {
  readonly id: string;
  readonly type: WalletTransaction['type'];
  readonly cents: Cents;
  readonly litoshi: Litoshi;
  readonly address: string;
  readonly status: WalletTransaction['status'];
  readonly txid: string | null;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly feeCents: Cents;
  readonly reason: string | null;
  readonly sendAfter: Date | null;
  readonly price: LtcPrice | null;
  readonly blockHeight: number | null;
  /** Key of the ledger event that booked it. Null if nothing stands in the ledger. */
  readonly eventKey: string | null;
  readonly createdAt: Date;
}

const SORTED_BY = {
  createdAt: sql`created_at`,
  amount: sql`cents`,
  ltcAmount: sql`litoshi`,
  type: sql`type`,
  status: sql`status`,
};

/**
 * The transfers between a wallet and the chain, and their total count: deposits of the buyer wallet or withdrawals of
 * the seller wallet, newest first unless sorted. `search` matches type, amount (plain and as shown), address and
 * status. `to` is exclusive.
 */
export async function listTransfers(
  db: Db,
  userId: string,
  walletType: WalletType,
  { sort = 'createdAt', dir = 'desc', page = 1, pageSize = MAX_PAGE_SIZE, ...filter }: Partial<TransferQuery>,
): Promise<{ rows: WalletTransaction[]; total: number }> {
  const found = matching(await transfersOf(db, userId, walletType), filter);
  const [rows, total] = await Promise.all([
    sql<TransferRow>`
      select * from ${found} order by ${SORTED_BY[sort]} ${dir === 'asc' ? sql`asc` : sql`desc`}, created_at desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
    countRows(db, sql`select 1 from ${found}`),
  ]);
  return { rows: await withBalances(rows.rows, balancesOf(db, userId, walletType)), total };
}

/** All matching transfers in pages, newest first. A page starts after the last row of the page before, with the balance there. */
export async function* transferPages(
  db: Db,
  userId: string,
  walletType: WalletType,
  filter: TransferFilter,
): AsyncGenerator<WalletTransaction[]> {
  const found = matching(await transfersOf(db, userId, walletType), filter);
  const pages = pagesOf<TransferRow>(async (last) => {
    const after = last?.id ?? null;
    // ids sort by time
    const { rows } = await sql<TransferRow>`
      select * from ${found} where ${after}::uuid is null or id < ${after}::uuid order by id desc limit ${PAGE_ROWS}`.execute(
      db,
    );
    return rows;
  });
  const balances = balancesOf(db, userId, walletType);
  for await (const rows of pages) yield await withBalances(rows, balances);
}

/** One deposit or withdrawal of a user. Undefined if they have none with this id. */
export async function readOwnTransfer(
  db: Db,
  userId: string,
  id: string,
): Promise<WalletTransaction | undefined> {
  for (const walletType of ['buyer', 'seller'] as const) {
    const transfers = await transfersOf(db, userId, walletType);
    const { rows } =
      await sql<TransferRow>`select * from (${transfers}) transfers where id = ${id}::uuid`.execute(db);
    if (rows.length > 0) return (await withBalances(rows, balancesOf(db, userId, walletType)))[0];
  }
  return undefined;
}

async function transfersOf(db: Db, userId: string, walletType: WalletType): Promise<RawBuilder<unknown>> {
  if (walletType === 'seller') return withdrawalsOf(userId);
  const price = await freshPrice(db);
  return depositsOf(userId, price?.price ?? 0, await whyUncredited(db, userId, price));
}

/** Why the deposits of a user wait although they have enough confirmations, in English. Null without a reason. */
async function whyUncredited(db: Db, userId: string, price: FreshPrice | null): Promise<string | null> {
  if (await isEmergencyStopped(db)) return DEPOSIT_REASONS.stopped;
  if (!price) return DEPOSIT_REASONS.unpriced;
  const left = await valueLeft(db, price, userId, 'deposits');
  if (left === null) return null;
  const { rows } = await sql<{ due: number }>`
    select coalesce(sum(cents), 0)::bigint as due from (${depositsOf(userId, price.price)}) deposits
    where status = 'pending' and confirmations >= required_confirmations`.execute(db);
  return rows[0]!.due > left
    ? toStore(WITH_VALUES.fewPriceSources, { limit: trimmedUsd(MAX_BY_FEW_SOURCES) })
    : null;
}

/** The reasons of deposits, which the query has in English. */
const DEPOSIT_REASONS = {
  small: text('Below the minimum deposit. It will be credited together with later deposits'),
  reversed: text('The Litecoin network reversed this payment'),
  orphaned: text('This payment is no longer on the Litecoin network'),
  stopped: text('All payments are halted. It will be credited when they resume'),
  unpriced: text('It will be credited when a fresh LTC price is available'),
};

function matching(
  moves: RawBuilder<unknown>,
  { search = '', status, from, to }: TransferFilter,
): RawBuilder<unknown> {
  return sql`
    (select * from (${moves}) as moves where true
      ${search === '' ? sql`` : contains(search)}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${from === undefined ? sql`` : sql`and created_at >= ${new Date(from)}`}
      ${to === undefined ? sql`` : sql`and created_at < ${new Date(to)}`}) as found`;
}

const contains = (search: string) => sql`
  and (${containsTextOrAmount(search, sql`type, address, status`)}
    or length(${search}) >= ${MIN_TXID_SEARCH} and starts_with(txid, lower(${search})))`;

/**
 * A user's deposits. Uncredited deposits are valued at `price` (cents per LTC, 0 without one). Deposits with enough
 * confirmations get the reason `whyWaiting`.
 */
export function depositsOf(
  userId: string,
  price: number,
  whyWaiting: string | null = null,
): RawBuilder<unknown> {
  return sql`
    select d.id, 'deposit' as type, d.litoshi, d.address, d.txid, 0::bigint as fee_cents, d.seen_at as created_at,
      coalesce(d.cents, floor(d.litoshi::numeric * ${price}::bigint / 100000000)::bigint) as cents,
      case d.status when 'credited' then 'completed' when 'reversed' then 'reversed' when 'orphaned' then 'failed'
        else 'pending' end as status, coalesce(depth, 0) as confirmations, required_confirmations,
      case when d.status = 'small' then ${DEPOSIT_REASONS.small}
        when d.status = 'reversed' then ${DEPOSIT_REASONS.reversed}
        when d.status = 'orphaned' then ${DEPOSIT_REASONS.orphaned}
        when d.status = 'seen' and depth >= required_confirmations then ${whyWaiting}::text end as reason, null::timestamptz as send_after,
      (select p.price from prices p where p.id = d.price_id) as price, d.height as block_height,
      case when d.status = 'credited' then 'deposit ' || d.txid || ':' || d.n || ' ' || d.generation end as event_key
    from (
      select d.*, (select applied_height()) - d.height + 1 as depth, ${REQUIRED_CONFIRMATIONS} as required_confirmations
      from deposits d left join chain_outputs o on o.txid = d.txid and o.n = d.n
    ) as d
    where d.user_id = ${userId}`;
}

/** A user's withdrawals, in the same columns. */
export function withdrawalsOf(userId: string): RawBuilder<unknown> {
  return sql`
    select w.id, 'withdrawal' as type, w.litoshi, w.address, w.txid,
      w.percentage_fee_cents + w.network_fee_cents as fee_cents, w.created_at, w.amount_cents as cents,
      case when w.is_cancelled then 'cancelled' when w.state = 'confirmed' then 'completed' when w.state = 'failed' then 'failed' else 'pending' end as status,
      coalesce((select applied_height()) - t.mined_height + 1, 0) as confirmations,
      ${WITHDRAWAL_CONFIRMATIONS}::int as required_confirmations, w.reason, ${SEND_AFTER} as send_after,
      (select p.price from prices p where p.id = w.price_id) as price, t.mined_height as block_height,
      case when w.failed_at is null then 'withdrawal ' || w.id || ' confirmed' end as event_key
    from withdrawals w left join own_transactions t on t.txid = w.txid where w.user_id = ${userId}`;
}

type Balances = ReturnType<typeof openBalances>;

const balancesOf = (db: Db, userId: string, walletType: WalletType): Balances =>
  openBalances(db, account[walletType](userId));

async function withBalances(rows: readonly TransferRow[], balances: Balances): Promise<WalletTransaction[]> {
  const after = await balances(rows.map(({ eventKey }) => eventKey));
  return rows.map((row) => encode(row, row.eventKey === null ? undefined : after.get(row.eventKey)));
}

function encode(row: TransferRow, balance: Cents | undefined): WalletTransaction {
  // the stored text has the end of the wait without the pauses since then
  const reason = row.sendAfter ? waitText(row.sendAfter) : row.reason;
  return {
    id: row.id,
    type: row.type,
    amount: row.cents,
    ltcAmount: row.litoshi,
    ltcAddress: row.address,
    address: row.address,
    status: row.status,
    txid: row.txid,
    confirmations: row.confirmations,
    requiredConfirmations: row.requiredConfirmations,
    fee: row.feeCents,
    reason: reason === null ? null : translateStored(reason),
    ...(row.sendAfter && { sendAfter: row.sendAfter }),
    price: row.price,
    blockHeight: row.blockHeight,
    balanceAfter: balance ?? null,
    createdAt: row.createdAt,
  };
}
