import { cents } from '@sterling/contract/money.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, openPayerWorld, type PayerWorld, setPrice } from '../../../test/payer.ts';
import { checkTiers, moneyOf } from '../../../test/settlement-model.ts';
import { isOfBareOrder } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, hold, isFrozen, post, voidHold, walletBalance } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/proof.ts';
import { failUnsigned } from '../withdrawals/stopping.ts';
import { withdrawableCents } from '../withdrawals/withdrawals.reads.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { newDepositAddress } from './addresses.ts';

let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
  await world.mine(20);
});
afterAll(() => world.close());

const one = fc.nat({ max: 1 });
const any = fc.nat({ max: 99 });
const percent = fc.integer({ min: 1, max: 100 });
const blocks = fc.integer({ min: 1, max: 6 });
const depth = fc.integer({ min: 1, max: 14 });
/** In tenths of an LTC: $17 to $1,275, which covers every settlement depth. */
const ltc = fc.integer({ min: 2, max: 150 });
const step = fc.oneof(
  often(2, fc.record({ do: fc.constant('deposit' as const), buyer: one, ltc })),
  often(3, fc.record({ do: fc.constant('mine' as const), blocks })),
  often(2, fc.record({ do: fc.constant('reorg' as const), depth, drop: fc.option(any) })),
  often(4, fc.record({ do: fc.constant('buy' as const), buyer: one, seller: one, percent })),
  often(2, fc.record({ do: fc.constant('order' as const), buyer: one, percent })),
  often(2, fc.record({ do: fc.constant('complete' as const), order: any, seller: one, percent })),
  often(1, fc.record({ do: fc.constant('void' as const), order: any })),
  often(2, fc.record({ do: fc.constant('withdraw' as const), seller: one, percent })),
  often(1, fc.record({ do: fc.constant('fail' as const), withdrawal: any })),
);
function often<Taken>(weight: number, arbitrary: fc.Arbitrary<Taken>) {
  return { weight, arbitrary };
}
type Step = (typeof step extends fc.Arbitrary<infer Value> ? Value : never) & {};

test('any random walk of deposits, orders, reorganisations and withdrawals lets only settled money be withdrawn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const walk = await openWalk();
      for (const [index, taken] of steps.entries()) {
        await act(walk, taken, index);
        await check(walk, `${index} ${JSON.stringify(taken)}`);
      }
      await world.mine(30);
      await check(walk, 'at the end');
      await checkSettled(walk);
    }),
    { numRuns: 8, endOnFailure: true, includeErrorInReport: true },
  );
}, 300_000);

interface Walk {
  readonly buyers: { readonly id: string; readonly address: string }[];
  readonly sellers: string[];
  readonly deposits: string[];
  /** Open orders. */
  readonly orders: Order[];
  readonly withdrawals: string[];
}

interface Order {
  readonly key: string;
  readonly buyer: string;
  readonly cents: number;
}

async function openWalk(): Promise<Walk> {
  // on a slow machine, the first price is too old for the last walk
  await setPrice(world.database, 8_500);
  const people = ['nova', 'mira', 'sela', 'theo'].map((username) => ({ username }));
  const rows = await world.db.insertInto('users').values(people).returning('id').execute();
  const [nova, mira, ...sellers] = rows.map(({ id }) => id);
  const buyers = await Promise.all(
    [nova!, mira!].map(async (id) => ({
      id,
      address: await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, id)),
    })),
  );
  const walk: Walk = { buyers, sellers, deposits: [], orders: [], withdrawals: [] };
  for (const buyer of [0, 1]) {
    await deposit(walk, buyer, 0.9);
    await deposit(walk, buyer, 3);
  }
  await world.mine(2);
  return walk;
}

async function deposit(walk: Walk, buyer: number, ltc: number): Promise<void> {
  const outputs = [{ address: walk.buyers[buyer]!.address, ltc }];
  walk.deposits.push((await world.control<{ txid: string }>('/litecoin/send', { outputs })).txid);
}

async function act(walk: Walk, taken: Step, index: number): Promise<void> {
  if (taken.do === 'deposit') await deposit(walk, taken.buyer, taken.ltc / 10);
  else if (taken.do === 'mine') await world.mine(taken.blocks);
  else if (taken.do === 'reorg') await reorganise(walk, taken);
  else if (taken.do === 'order') await order(walk, taken, index);
  else if (taken.do === 'buy') {
    const placed = await order(walk, taken, index);
    if (placed) await complete(walk, placed, { ...taken, percent: 100 });
  } else if (taken.do === 'withdraw') await withdraw(walk, taken);
  else if (taken.do === 'fail') {
    const id = walk.withdrawals[taken.withdrawal % walk.withdrawals.length];
    if (id) await inTransaction(world.db, (tx) => failUnsigned(tx, id, 'changed my mind'));
  } else {
    const open = walk.orders[taken.order % walk.orders.length];
    if (!open) return;
    if (taken.do === 'complete') return complete(walk, open, taken);
    await inTransaction(world.db, (tx) => voidHold(tx, open.key));
    walk.orders.splice(walk.orders.indexOf(open), 1);
  }
}

/** Replaces blocks. A dropped payment never returns. */
async function reorganise(walk: Walk, { depth, drop }: Step & { do: 'reorg' }): Promise<void> {
  const dropped = drop === null ? undefined : walk.deposits[drop % walk.deposits.length];
  await world.control('/litecoin/reorg', { depth, drop: dropped ? [dropped] : [] });
  await world.follow();
}

async function order(
  walk: Walk,
  { buyer: index, percent: part }: { buyer: number; percent: number },
  step: number,
): Promise<Order | null> {
  const buyer = walk.buyers[index]!.id;
  const { available } = await walletBalance(world.db, buyer, 'buyer');
  const placed = { key: `order ${buyer} ${step}`, buyer, cents: Math.floor((available * part) / 100) };
  if (placed.cents <= 0 || (await isFrozen(world.db, buyer))) return null;
  await inTransaction(world.db, (tx) => hold(tx, placed.key, account.buyer(buyer), cents(placed.cents)));
  walk.orders.push(placed);
  return placed;
}

/**
 * Completes an order and releases the rest of its hold. Compares the money that now waits with the money that was
 * settled before.
 */
async function complete(
  walk: Walk,
  { key, buyer, cents: held }: Order,
  { seller, percent: part }: { seller: number; percent: number },
): Promise<void> {
  const paid = Math.max(1, Math.floor((held * part) / 100));
  const before = await moneyOf(world.db, buyer);
  const postings = [
    { from: account.buyer(buyer), to: account.seller(walk.sellers[seller]!), amount: cents(paid) },
  ];
  await inTransaction(world.db, (tx) =>
    post(tx, { key: `${key} completed`, kind: 'order.completed', hold: key, postings }),
  );
  walk.orders.splice(
    walk.orders.findIndex((each) => each.key === key),
    1,
  );
  const after = await moneyOf(world.db, buyer);
  const settledBefore = before.settled - before.spentOfSettled;
  expect(after.waiting - before.waiting, 'settled money goes first').toBe(Math.max(0, paid - settledBefore));
  expect(after.oldestFirst, 'unsettled money goes oldest first').toBe(true);
}

async function withdraw(walk: Walk, { seller, percent: part }: Step & { do: 'withdraw' }): Promise<void> {
  const id = walk.sellers[seller]!;
  const withdrawable = await withdrawableCents(world.db, id, 'seller');
  const ask = (amount: number) =>
    inTransaction(world.db, (tx) => {
      const wish = { amount: cents(amount), ltcAddress: freshAddress() };
      return requestWithdrawal(tx, { id, isOwner: true }, wish, 'regtest');
    });
  // an owner pays the network fee of $0.50 and nothing else
  await expect(ask(Math.max(100, withdrawable - 49))).rejects.toMatchObject({ code: 'insufficient_balance' });
  const amount = Math.floor(((withdrawable - 50) * part) / 100);
  if (amount >= 100) walk.withdrawals.push((await ask(amount)).id);
}

/** The books balance, and no seller can withdraw money that no settled deposit has paid. */
async function check(walk: Walk, when: string): Promise<void> {
  const differences = await proveBooks(world.db);
  expect(
    differences.filter((each) => !isOfBareOrder(each)),
    when,
  ).toEqual([]);
  const money = await Promise.all(walk.buyers.map(({ id }) => moneyOf(world.db, id)));
  for (const { id } of walk.buyers) await checkTiers(world.db, id, when);
  const settled = money.reduce((sum, each) => sum + each.settled, 0);
  const waiting = money.reduce((sum, each) => sum + each.waiting, 0);
  let earned = 0;
  for (const id of walk.sellers) {
    const { posted, held } = await walletBalance(world.db, id, 'seller');
    const withdrawable = await withdrawableCents(world.db, id, 'seller');
    expect(withdrawable, when).toBeGreaterThanOrEqual(0);
    expect(withdrawable, when).toBeLessThanOrEqual(posted - held);
    earned += posted;
  }
  expect(earned - waiting, `${when}: money that does not wait is settled`).toBeLessThanOrEqual(settled);
}

/**
 * Thirty blocks later, the money that still waits equals the debt of buyers whose deposits were reversed permanently.
 */
async function checkSettled(walk: Walk): Promise<void> {
  let owed = 0;
  for (const { id } of walk.buyers) owed += Math.max(0, -(await walletBalance(world.db, id, 'buyer')).posted);
  let waiting = 0;
  for (const id of walk.sellers) {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(s.cents), 0)::bigint as cents from settlement_spends s
      join ledger_accounts a on a.id = s.to_account where s.waits and a.user_id = ${id}`.execute(world.db);
    waiting += rows[0]!.cents;
    const { available } = await walletBalance(world.db, id, 'seller');
    expect(await isFrozen(world.db, id)).toBe(false);
    expect(await withdrawableCents(world.db, id, 'seller')).toBe(Math.max(0, available - rows[0]!.cents));
  }
  expect(waiting).toBe(owed);
}
