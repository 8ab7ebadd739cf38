import type { AuditAction } from '@sterling/contract/audit-actions.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { phrase, plural, text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { account, post } from '../../money/ledger/ledger.ts';
import { IS_PENDING } from '../../money/litecoin/litecoin.reads.ts';
import { failUnsigned } from '../../money/withdrawals/stopping.ts';
import { record } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { lockOpen } from '../../trade/orders/order.ts';
import { fail } from '../../trade/orders/purchasing/outcomes.ts';
import { closePreOrdersOf } from '../../trade/pre-orders/pre-orders.ts';
import { closeTradesOf } from '../../trade/transactions/endings.ts';
import { forgetPeople } from '../users/users.ts';

export interface Cleared {
  readonly users: number;
  readonly robloxAccounts: number;
  readonly wallets: number;
  readonly walletTransactions: number;
}

const WHY = text('Sterling was cleaned');

/**
 * Removes all users except owners with all their data, and writes an audit entry. Open orders and trades are refunded, and
 * wallets are emptied into house:adjustments by ledger events. Ledger, chain and audit log stay, so the books balance and no
 * address is given twice. The market's figures start from zero. Withdrawals that wait for a decision or a time fail. Refuses
 * with money_under_way while another withdrawal, a sweep, a purchase or a deposit is in progress, because a deposit would be
 * credited to a wallet that nobody can use.
 */
export async function removeAllUsers(tx: Tx, staffId: string, action: AuditAction): Promise<Cleared> {
  // no sign-up, order or withdrawal can happen between the check and the commit
  await sql`lock table users, orders, purchase_attempts, transactions, withdrawals, own_transactions, sweeps, deposits
    in share row exclusive mode`.execute(tx);
  const userIds = await usersExceptOwners(tx);
  if (userIds.length > 0) await lockUsers(tx, userIds);
  if (userIds.length > 0) await failWaitingWithdrawalsOf(tx, userIds);
  await refuseInProgress(tx);
  const cleared = { users: userIds.length, ...(await countBelongings(tx, userIds)) };
  if (userIds.length > 0) {
    await closePreOrdersOf(tx, userIds, WHY);
    await failOrdersOf(tx, userIds);
    await closeTradesOf(tx, userIds, WHY, { delivered: true });
    await emptyWallets(tx, userIds);
    await forgetPeople(tx, userIds);
    await tx.deleteFrom('identities').execute();
  }
  await sql`insert into clean_ups (robux_sold) select coalesce(sum(total_sold), 0) from roblox_accounts
    on conflict do nothing`.execute(tx);
  await record(tx, { actorId: staffId, action, before: cleared });
  return cleared;
}

/** A correction that has locked its user ends first, and a later one finds the user deleted. */
async function lockUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.selectFrom('users').where('id', 'in', userIds).select('id').orderBy('id').forUpdate().execute();
}

async function failWaitingWithdrawalsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  const waiting = await tx
    .selectFrom('withdrawals')
    .where('userId', 'in', userIds)
    .where('state', '=', 'requested')
    .select('id')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await failUnsigned(tx, id, WHY);
}

async function refuseInProgress(tx: Tx): Promise<void> {
  const { rows } = await sql<{ kind: keyof typeof COUNTED; count: number }>`
    select 'withdrawals' as kind, count(*)::int as count from withdrawals
      where state not in ('confirmed', 'failed')
      and not (state = 'requested' and user_id in (select id from users where is_owner))
    union all
    select 'sweeps', (select count(*) from sweeps where state = 'requested')::int
      + (select count(*) from own_transactions where kind in ('sweep', 'child', 'cancel') and mined_height is null
        and given_up_at is null)::int
    union all
    select 'purchases', count(*)::int from orders o where ended_at is null and (status <> 'pending'
      or exists (select from purchase_attempts a where a.order_id = o.id and a.state <> 'refused'))
    union all
    select 'deposits', count(*)::int from deposits where ${IS_PENDING}
      and user_id in (select id from users where not is_owner and deleted_at is null)`.execute(tx);
  const open = rows.filter(({ count }) => count > 0);
  if (open.length === 0) return;
  const list = () => open.map(({ kind, count }) => COUNTED[kind](count)).join(', ');
  refuse('money_under_way', { hint: phrase('Still in progress: {list}.', { list }) });
}

const COUNTED = {
  withdrawals: (count: number) => plural(count, '{count} withdrawal', '{count} withdrawals', { count }),
  sweeps: (count: number) => plural(count, '{count} sweep', '{count} sweeps', { count }),
  purchases: (count: number) => plural(count, '{count} purchase', '{count} purchases', { count }),
  deposits: (count: number) =>
    plural(count, '{count} pending deposit', '{count} pending deposits', { count }),
};

async function usersExceptOwners(tx: Tx): Promise<string[]> {
  const people = await tx
    .selectFrom('users')
    .where('isOwner', '=', false)
    .where('deletedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  return people.map(({ id }) => id);
}

async function countBelongings(tx: Tx, userIds: readonly string[]): Promise<Omit<Cleared, 'users'>> {
  const { rows } = await sql<Omit<Cleared, 'users'>>`
    with people as (select unnest(${userIds}::uuid[]) as id)
    select
      (select count(*) from roblox_accounts where removed_at is null and user_id in (table people)) as roblox_accounts,
      (select count(*) from ledger_accounts where user_id in (table people)) as wallets,
      (select count(*) from deposits where user_id in (table people))
        + (select count(*) from withdrawals where user_id in (table people)) as wallet_transactions`.execute(
    tx,
  );
  return rows[0]!;
}

/** Fails all open orders of the users. `refuseInProgress` has checked that none of them was sent. */
async function failOrdersOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  const open = await tx
    .selectFrom('orders')
    .where('endedAt', 'is', null)
    .where((is) => is.or([is('buyerId', 'in', userIds), is('sellerId', 'in', userIds)]))
    .select('id')
    .orderBy('id')
    .execute();
  for (const { id } of open) {
    const order = await lockOpen(tx, id);
    if (order) await fail(tx, order, WHY);
  }
}

/** Books one event for each wallet with a balance. A balance is negative after a deposit was reversed. */
async function emptyWallets(tx: Tx, userIds: readonly string[]): Promise<void> {
  const wallets = await tx
    .selectFrom('ledgerBalances as b')
    .innerJoin('ledgerAccounts as a', 'a.id', 'b.accountId')
    .where('a.userId', 'in', userIds)
    .where('b.posted', '<>', 0)
    .select(['a.name', 'b.posted'])
    .orderBy('a.id')
    .execute();
  for (const { name, posted } of wallets) {
    const [from, to] = posted > 0 ? [name, account.adjustments] : [account.adjustments, name];
    const postings = [{ from, to, amount: Math.abs(posted) as Cents }];
    await post(tx, { key: `cleaned ${name}`, kind: 'wallet.cleaned', postings });
  }
}
