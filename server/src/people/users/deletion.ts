import { phrase, plural, t } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { account, post, walletBalance } from '../../money/ledger/ledger.ts';
import { IS_PENDING, smallDeposits } from '../../money/litecoin/litecoin.reads.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { shortLtc, usd } from '../../platform/formats.rules.ts';
import { refuse } from '../../refusal.ts';

/**
 * Refuses with account_in_use, and says what is still open, while a user has orders, trades, withdrawals or new deposits, or is
 * paused as a seller. Money counts too without `forfeit`, or if it is missing.
 */
export async function refuseUnfinished(tx: Tx, userId: string, forfeit: boolean): Promise<void> {
  // an order that takes stock of an account in this moment has been placed then, or waits and finds no account
  await tx
    .selectFrom('robloxAccounts')
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const unfinished = await readUnfinished(tx, userId);
  const [inBuyer, inSeller] = await Promise.all([
    leftIn(tx, userId, 'buyer', forfeit),
    leftIn(tx, userId, 'seller', forfeit),
  ]);
  const open = [
    ...unfinished.map(
      ({ kind, count }) =>
        () =>
          COUNTED[kind](count),
    ),
    ...(inBuyer === 0 ? [] : [() => t('{amount} in your buyer wallet', { amount: usd(inBuyer) })]),
    ...(inSeller === 0 ? [] : [() => t('{amount} in your seller wallet', { amount: usd(inSeller) })]),
  ];
  const list = () => open.map((name) => name()).join(', ');
  if (open.length > 0) refuse('account_in_use', { hint: phrase('Still open: {list}.', { list }) });
}

async function readUnfinished(
  tx: Tx,
  userId: string,
): Promise<{ kind: keyof typeof COUNTED; count: number }[]> {
  const { rows } = await sql<{ kind: keyof typeof COUNTED; count: number }>`
    select 'orders' as kind, (count(*) filter (where split_id is null) + count(distinct split_id))::int as count from orders
      where next_check_at is not null and (buyer_id = ${userId} or seller_id = ${userId})
    union all
    select 'trades', count(*)::int from transactions
      where ended_at is null and (buyer_id = ${userId} or seller_id = ${userId})
    union all
    select 'withdrawals', count(*)::int from withdrawals
      where user_id = ${userId} and state not in ('confirmed', 'failed')
    union all
    select 'deposits', count(*)::int from deposits
      where user_id = ${userId} and ${IS_PENDING}
    union all
    select 'decisions', 1 from users where id = ${userId} and is_selling_paused`.execute(tx);
  return rows.filter(({ count }) => count > 0);
}

/** What prevents the deletion in a wallet, in cents. */
async function leftIn(tx: Tx, userId: string, wallet: 'buyer' | 'seller', forfeit: boolean): Promise<number> {
  const { posted } = await walletBalance(tx, userId, wallet);
  return forfeit ? Math.min(posted, 0) : posted;
}

const COUNTED = {
  orders: (count: number) => plural(count, '{count} order', '{count} orders', { count }),
  trades: (count: number) => plural(count, '{count} trade', '{count} trades', { count }),
  withdrawals: (count: number) => plural(count, '{count} withdrawal', '{count} withdrawals', { count }),
  deposits: (count: number) =>
    plural(count, '{count} pending deposit', '{count} pending deposits', { count }),
  // with a new account, a paused seller would not have to wait for it
  decisions: (count: number) =>
    plural(count, '{count} decision about your sales', '{count} decisions about your sales', { count }),
};

/** Refuses with account_in_use while deposits wait for later ones, because nobody could credit them after the deletion. */
export async function refuseSmallDeposits(tx: Tx, userId: string): Promise<void> {
  const waiting = await smallDeposits(tx, userId);
  if (waiting === 0) return;
  refuse('account_in_use', {
    hint: phrase(
      'Deposits of {amount} LTC are below the minimum and wait for later deposits. The deletion gives them up.',
      { amount: () => shortLtc(waiting) },
    ),
  });
}

/** Empties both wallets of a user into the house. */
export async function emptyWallets(tx: Tx, userId: string): Promise<void> {
  for (const wallet of ['buyer', 'seller'] as const) {
    const { posted } = await walletBalance(tx, userId, wallet);
    if (posted === 0) continue;
    await post(tx, {
      key: `forfeit ${userId} ${wallet}`,
      kind: 'wallet.forfeited',
      postings: [{ from: account[wallet](userId), to: account.adjustments, amount: posted }],
    });
  }
}
