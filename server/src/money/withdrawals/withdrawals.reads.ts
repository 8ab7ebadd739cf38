import { type Cents, cents, litoshi, WITHDRAWAL_CONFIRMATIONS } from '@sterling/contract/money.ts';
import { NEW_FOR_DAYS } from '@sterling/contract/settings.ts';
import { type Selectable, sql } from 'kysely';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { type Db, readClock, type Tx } from '../../platform/db/pool.ts';
import type { Withdrawals } from '../../platform/db/types.generated.ts';
import { account, isFrozen } from '../ledger/ledger.ts';
import { firstTradeAt } from '../ledger/settlement.ts';
import type { Coin } from './coins.rules.ts';
import { daysAfter, type WithdrawalState } from './withdrawals.rules.ts';

export type WithdrawalRow = Omit<Selectable<Withdrawals>, 'state'> & { readonly state: WithdrawalState };

/** The withdrawable part of a seller wallet, and the parts that have to wait. */
export interface Withdrawable {
  readonly cents: Cents;
  /** Earnings that were paid from unsettled or reversed deposits. */
  readonly unsettledCents: Cents;
  /** Earnings of a new seller in the payout hold. */
  readonly payoutHoldCents: Cents;
}

/**
 * The withdrawable cents of a wallet. 0 for a buyer wallet and while the user is frozen. For a seller wallet: the
 * available cents, minus unsettled earnings and earnings in the payout hold.
 */
export async function withdrawableCents(
  db: Db | Tx,
  userId: string,
  wallet: 'buyer' | 'seller',
): Promise<Cents> {
  return wallet === 'buyer' ? cents(0) : (await readWithdrawable(db, userId)).cents;
}

/** The withdrawable cents with the waiting parts. Lock the wallet first before spending by this. */
export async function readWithdrawable(db: Db | Tx, userId: string): Promise<Withdrawable> {
  const { available, unsettled, inPayoutHold } = await readEarnings(db, userId);
  const frozen = await isFrozen(db, userId);
  return {
    cents: cents(frozen ? 0 : Math.max(0, available - unsettled - inPayoutHold)),
    unsettledCents: cents(unsettled),
    payoutHoldCents: cents(inPayoutHold),
  };
}

interface Earnings {
  readonly available: number;
  readonly unsettled: number;
  readonly inPayoutHold: number;
}

/** The available cents of a seller wallet, and the parts of them that wait. The parts can be more than the whole. */
export async function readEarnings(db: Db | Tx, userId: string): Promise<Earnings> {
  const seller = account.seller(userId);
  const holdPeriod = await payoutHoldFrom(db, seller);
  const { rows } = await sql<Earnings>`
    with wallet as (
      select b.account_id, b.posted, b.posted - b.held as available
      from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.name = ${seller}),
    recent as (
      select p.id, p.event_id, case when p.to_account = w.account_id then p.amount else -p.amount end as change,
        case when payer.wallet = 'buyer' and e.at < ${holdPeriod?.before ?? null} then p.amount else 0 end as sold
      from wallet w join ledger_postings p on w.account_id in (p.from_account, p.to_account)
      join ledger_accounts payer on payer.id = p.from_account join ledger_events e on e.id = p.event_id
      where ${holdPeriod !== null} and e.at > ${holdPeriod?.after ?? null}),
    -- what does not wait leaves first, so after money left, no more can wait than the wallet has, and what was sold later
    most as (
      select sum(sold) as waiting from recent
      union all
      select w.posted - sum(r.change) over later + r.change + sum(r.sold) over later from wallet w cross join recent r
      window later as (order by r.id desc))
    select w.available,
      (select coalesce(sum(s.cents), 0)::bigint from settlement_spends s where s.to_account = w.account_id and s.waits
        and s.event_id not in (select event_id from recent where sold > 0)) as unsettled,
      (select greatest(0, coalesce(min(waiting), 0))::bigint from most) as in_payout_hold
    from wallet w`.execute(db);
  return rows[0] ?? { available: 0, unsettled: 0, inPayoutHold: 0 };
}

/** The period whose sales are in the payout hold now; null without one. */
async function payoutHoldFrom(db: Db | Tx, seller: string): Promise<{ after: Date; before: Date } | null> {
  const { days } = await readSetting(db, 'payout_hold');
  const first = days === 0 ? null : await firstTradeAt(db, seller);
  if (!first) return null;
  const hold = { after: daysAfter(await readClock(db), -days), before: daysAfter(first, NEW_FOR_DAYS) };
  return hold.after < hold.before ? hold : null;
}

/** For a statement over the withdrawals `w`. */
export const HAS_NO_OPEN_REVIEW = sql<boolean>`not exists (
  select from reviews r where r.subject_id = w.id and r.kind = 'withdrawal' and r.state = 'open')`;

/** For a statement over the withdrawals `w`. Pauses do not count. */
export const END_OF_WAIT = sql<Date>`w.waits_until + paused_since(w.created_at)`;

/** For a statement over the withdrawals `w`: what `WalletTransaction.sendAfter` is. */
export const SEND_AFTER = sql<Date | null>`
  case when w.state = 'requested' and ${END_OF_WAIT} > now() and ${HAS_NO_OPEN_REVIEW} then ${END_OF_WAIT} end`;

/** Withdrawals in these states, oldest first. Approved ones wait to be signed, and signed ones to be sent. */
export async function withdrawalsIn(db: Db, ...states: WithdrawalState[]): Promise<WithdrawalRow[]> {
  const rows = await db
    .selectFrom('withdrawals')
    .where('state', 'in', states)
    .orderBy('createdAt')
    .selectAll()
    .execute();
  return rows as WithdrawalRow[];
}

/** A signed transaction that must be sent to the node. */
export interface Unmined {
  readonly id: string;
  readonly txid: string;
  readonly hex: string;
}

/**
 * Signed withdrawals that are not mined and were not sent since `before`. Oldest first, so that parents go before
 * children.
 */
export async function unminedWithdrawals(db: Db, before: Date): Promise<Unmined[]> {
  const rows = await db
    .selectFrom('withdrawals as w')
    .innerJoin('ownTransactions as t', 't.txid', 'w.txid')
    .where('w.state', 'in', ['signed', 'broadcast'])
    .where('t.minedHeight', 'is', null)
    .where((where) => where.or([where('w.sentAt', 'is', null), where('w.sentAt', '<', before)]))
    .orderBy('t.signedAt')
    .select(['w.id', 't.txid', sql<string>`t.hex`.as('hex')])
    .execute();
  return rows;
}

/** One of our unmined transactions whose outputs another of them spends. */
export interface UnminedAncestor {
  readonly txid: string;
  readonly hex: string;
  readonly isGivenUp: boolean;
}

/** Our unmined transactions whose outputs `txid` spends, directly or indirectly, oldest first. */
export async function unminedAncestors(db: Db, txid: string): Promise<UnminedAncestor[]> {
  const { rows } = await sql<UnminedAncestor>`
    with recursive ancestors as (
      select ${txid}::text as txid
      union
      select p.txid from ancestors later
        join transaction_inputs i on i.spender = later.txid
        join own_transactions p on p.txid = i.txid and p.mined_height is null and p.hex is not null)
    select t.txid, t.hex, t.given_up_at is not null as is_given_up
    from ancestors join own_transactions t using (txid) where t.txid <> ${txid} order by t.signed_at`.execute(
    db,
  );
  return rows;
}

/** A withdrawal whose state is behind the chain. */
export interface StaleWithdrawal {
  readonly id: string;
  /** Confirmations in the applied chain; 0 without a block. */
  readonly confirmations: number;
}

/** Withdrawals whose state does not match the depth of their transaction in the applied chain. */
export async function staleWithdrawals(db: Db): Promise<StaleWithdrawal[]> {
  const { rows } = await sql<StaleWithdrawal>`
    with cursor as materialized (select applied_height() as height)
    select w.id, coalesce(cursor.height - t.mined_height + 1, 0) as confirmations
      from withdrawals w join own_transactions t on t.txid = w.txid cross join cursor
      where w.state in ('signed', 'needs_review', 'cancelling') and t.mined_height is not null
        or w.state = 'broadcast' and t.mined_height <= cursor.height - ${WITHDRAWAL_CONFIRMATIONS - 1}
    union all
    select w.id, 0 from own_transactions t join withdrawals w on w.txid = t.txid
      where t.mined_height is null and w.state = 'confirmed'`.execute(db);
  return rows;
}

/** A coin of the hot wallet with the path of its key. */
export interface HotCoin extends Coin {
  readonly script: Buffer;
  readonly account: 'hot';
  readonly branch: number;
  readonly index: number;
}

/**
 * Only the largest coins are read, because strangers can send any number of small ones. Unmined change that builds on a payment that was
 * given up is dropped afterwards. There is little of it, so far more coins remain than the hundred that almost every payment needs at most.
 */
const MAX_COINS_READ = 500;

/**
 * Coins of the hot wallet that a payment may spend: unreserved, and at least 6 deep. Our own change may have any depth,
 * and may be unmined when the node has accepted its transaction and no payment that it builds on was given up.
 */
export async function spendableCoins(db: Db): Promise<HotCoin[]> {
  const { rows } = await sql<Omit<HotCoin, 'value'> & { litoshi: number }>`
    with cursor as materialized (select applied_height() as height),
    largest as materialized (
      select o.txid, o.n, o.litoshi, a.script, a.account, a.branch, a.index
      from chain_outputs o
      cross join cursor
      join addresses a on a.address = o.address and a.account = 'hot'
      left join own_transactions t on t.txid = o.txid and t.kind <> 'unknown'
      left join withdrawals w on w.txid = o.txid
      where o.spent_by is null and o.reserved_by is null
        and case
          when o.height is null then w.state = 'broadcast'
          when o.is_coinbase then o.height <= cursor.height + 1 - coinbase_maturity()
          else t.txid is not null or o.height <= cursor.height - ${WITHDRAWAL_CONFIRMATIONS - 1} end
      order by o.litoshi desc, o.txid, o.n
      limit ${MAX_COINS_READ})
    select o.*, chain.unmined_depth
    from largest o
    cross join lateral (
      with recursive ancestors as (
        select t.txid, t.given_up_at from own_transactions t where t.txid = o.txid and t.mined_height is null
        union
        select p.txid, p.given_up_at from ancestors later
          join transaction_inputs i on i.spender = later.txid
          join own_transactions p on p.txid = i.txid and p.mined_height is null)
      select count(*)::int as unmined_depth, count(given_up_at) > 0 as is_given_up from ancestors) chain
    where not chain.is_given_up
    order by o.litoshi desc, o.txid, o.n`.execute(db);
  return rows.map(({ litoshi: value, ...coin }) => ({ ...coin, value: litoshi(value) }));
}

/** Whether one of our transactions is in the applied chain. */
export async function isMined(db: Db | Tx, txid: string): Promise<boolean> {
  const mined = db
    .selectFrom('ownTransactions')
    .where('txid', '=', txid)
    .where('minedHeight', 'is not', null);
  return (await mined.select('id').executeTakeFirst()) !== undefined;
}
