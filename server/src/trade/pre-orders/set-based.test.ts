import { orderTotal, rate, robux } from '@sterling/contract/money.ts';
import { afterEach, expect, test } from 'vitest';
import { insertPreOrders, useQueue } from '../../../test/pre-orders.ts';
import { seeded } from '../../../test/seeded.ts';
import { setSetting } from '../../../test/settings.ts';
import { insertAccount } from '../../../test/stock.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { matchPreOrders } from './pre-orders.ts';

/** Matching decides a batch in memory. The result has to equal the rule, applied one by one (docs/guide/money.md, Pre-orders). */
const queue = useQueue();
afterEach(() => setSetting(queue.database, 'new_buyer_cap', { usd: null }));

const ROUNDS = Number(process.env.MATCHING_ROUNDS ?? 6);

interface Account {
  readonly id: string;
  readonly owner: string;
  readonly rateCents: number;
  readonly fulfilment: 'auto' | 'manual';
  robux: number;
  /** Larger is later; 0: never used. */
  usedAt: number;
  reserved: number;
}

interface Request {
  readonly buyerId: string;
  readonly robux: number;
  readonly maxRateCents: number;
  readonly avoided: readonly string[];
}

interface Budget {
  spendable: number;
  allowed: number;
}

test.each(Array.from({ length: ROUNDS }, (_, n) => n + 1))(
  'S4.14 a batch gives the same matches as the rule applied one by one, seed %i',
  async (seed) => {
    const below = seeded(seed);
    const usd = below(2) === 0 ? null : 10 + below(30);
    await setSetting(queue.database, 'new_buyer_cap', { usd });
    const buyers = await Promise.all(Array.from({ length: 7 }, () => queue.buyer(100 * (1 + below(60)))));
    const budgets = new Map<string, Budget>();
    for (const id of buyers)
      budgets.set(id, { spendable: await spendableOf(id), allowed: usd === null ? Infinity : usd * 100 });
    await queue.database.asOwner('alter table roblox_accounts disable trigger match_added');
    const accounts = await accountsAtRandom(below, buyers);
    await queue.database.asOwner('alter table roblox_accounts enable trigger match_added');
    const requests: Request[] = Array.from({ length: 150 }, () => ({
      buyerId: buyers[below(7)]!,
      robux: 100 * (1 + below(12)),
      maxRateCents: 100 + below(501),
      avoided: below(5) === 0 ? [accounts[below(accounts.length)]!.id] : [],
    }));
    await insertPreOrders(queue.database, requests);
    await delayAccounts(requests, buyers);

    await inTransaction(queue.database.db, matchPreOrders);
    const expected = requests.map((request) => served(request, accounts, budgets.get(request.buyerId)!));
    const found = await outcome(buyers);
    expect(found.map(({ accountId }) => accountId)).toEqual(expected.map(({ account }) => account));
    expect(expected.filter(({ account }) => account !== null).length).toBeGreaterThan(5);
    const limited = found.filter((_, n) => expected[n]!.isLimited).map(({ limitedBy }) => limitedBy);
    expect(limited).toEqual(limited.map(() => 'spending_limit'));
    await sameStock(accounts);
  },
);

/** Applies the rule to the next request of the queue. */
function served(
  { buyerId, robux: amount, maxRateCents, avoided }: Request,
  accounts: Account[],
  budget: Budget,
) {
  const best = accounts
    .filter((one) => one.rateCents <= maxRateCents && one.robux >= amount && one.owner !== buyerId)
    .filter(({ id }) => !avoided.includes(id))
    .sort(
      (a, b) =>
        a.rateCents - b.rateCents ||
        (a.fulfilment < b.fulfilment ? -1 : Number(a.fulfilment > b.fulfilment)) ||
        a.usedAt - b.usedAt ||
        (a.id < b.id ? -1 : 1),
    )[0];
  if (!best) return { account: null, isLimited: false };
  const total = orderTotal(robux(amount), rate(best.rateCents));
  if (total > Math.min(budget.spendable, budget.allowed))
    return { account: null, isLimited: budget.allowed < budget.spendable };
  budget.spendable -= total;
  budget.allowed -= total;
  best.robux -= amount;
  best.reserved += amount;
  uses += 1;
  best.usedAt = uses;
  return { account: best.id, isLimited: false };
}
let uses = 1_000;

const LONG_AGO = Date.now() - 1_000_000;

/** Random accounts, many with equal rates: manual and automatic, used and unused. */
async function accountsAtRandom(
  below: (most: number) => number,
  buyers: readonly string[],
): Promise<Account[]> {
  return Promise.all(
    Array.from({ length: 14 }, async () => {
      const usedAt = below(4);
      const stock = {
        owner: [queue.sela, ...buyers][below(8)]!,
        robux: 100 * below(40),
        rateCents: 200 + 100 * below(3),
        fulfilment: below(3) === 0 ? ('manual' as const) : ('auto' as const),
      };
      const lastUsedAt = usedAt === 0 ? null : new Date(LONG_AGO + usedAt * 1_000);
      const id = await insertAccount(queue.database, { ...stock, lastUsedAt });
      return { ...stock, id, usedAt, reserved: 0 };
    }),
  );
}

/** Makes matching avoid the `avoided` accounts of each request for a minute. */
async function delayAccounts(requests: readonly Request[], buyers: readonly string[]): Promise<void> {
  const { rows } = await queue.database.asOwner(
    `select id from pre_orders where buyer_id = any ($1) order by place`,
    [buyers],
  );
  for (const [n, { avoided }] of requests.entries()) {
    if (avoided.length === 0) continue;
    await queue.database.asOwner(
      `update pre_orders set avoided_accounts = $2, avoid_until = now() + interval '1 minute' where id = $1`,
      [rows[n].id, avoided],
    );
  }
}

async function outcome(buyers: readonly string[]) {
  const { rows } = await queue.database.asOwner(
    `select o.account_id as "accountId", p.limited_by as "limitedBy" from pre_orders p left join orders o on o.id = p.order_id
     where p.buyer_id = any ($1) order by p.place`,
    [buyers],
  );
  return rows as { accountId: string | null; limitedBy: string | null }[];
}

/** Expects the same reservations and the same order of use as the rule gives. */
async function sameStock(accounts: readonly Account[]): Promise<void> {
  const { rows } = await queue.database.asOwner(
    `select id, reserved_robux::int as reserved from roblox_accounts where id = any ($1)
     order by last_used_at nulls first, id`,
    [accounts.map(({ id }) => id)],
  );
  const inTurn = accounts.toSorted((a, b) => a.usedAt - b.usedAt || (a.id < b.id ? -1 : 1));
  const used = ({ usedAt }: Account) => usedAt > 1_000;
  const ids = inTurn.filter(used).map(({ id }) => id);
  expect(rows.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual(ids);
  for (const { id, reserved } of rows)
    expect(reserved).toBe(accounts.find((account) => account.id === id)!.reserved);
}

async function spendableOf(buyerId: string): Promise<number> {
  const { rows } = await queue.database.asOwner(
    `select (b.posted - b.held)::int as spendable from ledger_accounts a join ledger_balances b on b.account_id = a.id
     where a.name = 'user:' || $1 || ':buyer'`,
    [buyerId],
  );
  return rows[0].spendable;
}
