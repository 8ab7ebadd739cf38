import type { Business } from '@sterling/contract/business.ts';
import { cents, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { daysAgo } from '../../../test/past.ts';
import { referred, sale } from '../../../test/referrals.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { credit, postAt, postedOf } from '../../../test/wallets.ts';
import type { OnWire } from '../../../test/wire.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, type LedgerEvent, post } from '../ledger/ledger.ts';
import { foldDays } from './business.jobs.ts';

type ShownBusiness = OnWire<typeof Business>;

let world: TradeWorld;
let ada: Caller;
beforeAll(async () => {
  world = await openTradeWorld();
  ada = await world.signIn('ada', 'admin');
});
/** Every test runs before, while and after the sums of days are folded. */
beforeEach(() => foldDays(world.services.db));
afterAll(async () => {
  await foldDays(world.services.db);
  await foldDays(world.services.db);
  expect(await daysAtFault()).toEqual([]);
  await world.close();
});

async function read(range = '30d'): Promise<ShownBusiness> {
  const { status, body } = await ada.call('GET', `/api/admin/business?range=${range}`);
  expect(status).toBe(200);
  return body as unknown as ShownBusiness;
}

/** The coins of these tests are on no chain, which the proof finds too. */
async function daysAtFault() {
  const differences = await world.differences();
  return differences.filter(({ what }) => what === 'the sums of a day are not those of its postings');
}

/** Transactions of other tests on the same server delay a fold. */
const WAIT = { timeout: 60_000 };

let booked = 0;
function book(kind: string, postings: LedgerEvent['postings'], at = new Date()): Promise<unknown> {
  booked += 1;
  const key = `${kind} ${booked}`;
  return postAt(world.services.db, at, { key, kind, postings });
}

const dateOf = (time: Date) => time.toISOString().slice(0, 10);

/** What `change` adds to the totals of a range. */
async function growth(change: () => Promise<unknown>, range?: string): Promise<Record<string, number>> {
  const before = (await read(range)).totals as unknown as Record<string, number>;
  await change();
  const after = (await read(range)).totals as unknown as Record<string, number>;
  const names = Object.keys(after).filter((name) => name !== 'marginShare');
  const grown = names.map((name) => [name, Math.round(100 * (after[name]! - before[name]!)) / 100] as const);
  return Object.fromEntries(grown.filter(([, value]) => value !== 0));
}

test('S9.13 a trade brings volume and a fee, of which the referrer’s share is a cost', async () => {
  const people = await referred(world);
  expect(await growth(() => sale(world, people, 200))).toEqual({
    trades: 1,
    volume: 200,
    marketplaceFees: 10,
    revenue: 10,
    affiliateShares: 1,
    costs: 1,
    margin: 9,
  });
});

test('S9.13 withdrawals bring fees, and the network costs what it cost at the price of the time', async () => {
  const { rows } = await sql<{ price: number }>`
    insert into prices (price, sources, first_at, as_of) values (8000, '[]', now() - interval '9 days', now() - interval '9 days'),
      (10000, '[]', now() - interval '1 day', now()) returning price`.execute(world.services.db);
  expect(rows).toHaveLength(2);
  const nova = await world.signIn('nova');
  await credit(world.services.db, nova.id, 50_000, { wallet: 'seller' });
  const [from, to] = [account.seller(nova.id), account.exchange];
  const withdraw = () =>
    book('withdrawal.confirmed', [
      { from, to, amount: cents(9_000) },
      { from, to: account.fees, amount: cents(270) },
      { from, to: account.networkFees, amount: cents(30) },
    ]);
  await book('output.received', [
    { from: account.outside, to: account.treasury, amount: litoshi(9_000_000_000) },
  ]);
  const mine = (at: Date) =>
    book('transaction.mined', [{ from: account.treasury, to: account.miners, amount: litoshi(200_000) }], at);
  expect(await growth(withdraw)).toEqual({ withdrawalFees: 2.7, networkFees: 0.3, revenue: 3, margin: 3 });
  await foldDays(world.services.db);
  // 0.002 LTC at $100, and the same at $80
  expect(await growth(() => mine(new Date()))).toEqual({ networkCosts: 0.2, costs: 0.2, margin: -0.2 });
  expect(await growth(() => mine(daysAgo(5)))).toEqual({ networkCosts: 0.16, costs: 0.16, margin: -0.16 });
  const returned = { from: account.fees, to: from, amount: cents(270) };
  expect(await growth(() => book('withdrawal.returned', [returned]))).toEqual({
    withdrawalFees: -2.7,
    revenue: -2.7,
    margin: -2.7,
  });
});

test('S9.13 late purchases are a cost, and corrections stand beside the margin', async () => {
  const nova = await world.signIn('nova');
  const paid = { from: account.adjustments, to: account.seller(nova.id), amount: cents(500) };
  expect(await growth(() => book('late_purchase.paid', [paid]))).toEqual({
    latePurchases: 5,
    costs: 5,
    margin: -5,
  });
  expect(await growth(() => book('correction.made', [paid]))).toEqual({ adjustments: -5 });
});

test('S9.13 an event counts on its UTC day, and the same days before are compared', async () => {
  const [nova, sela] = [await world.signIn('nova'), await world.signIn('sela', 'seller')];
  await credit(world.services.db, nova.id, 90_000);
  const buy = (amount: number, at: Date) =>
    book(
      'order.completed',
      [{ from: account.buyer(nova.id), to: account.seller(sela.id), amount: cents(amount) }],
      at,
    );
  const midnight = new Date(`${dateOf(daysAgo(3))}T00:00:00Z`).getTime();
  const volumeOn = async (date: string) =>
    (await read()).periods.find((period) => period.date === date)!.volume;
  const [day, dayBefore] = [dateOf(daysAgo(3)), dateOf(daysAgo(4))];
  const were = [await volumeOn(day), await volumeOn(dayBefore)];
  await buy(700, new Date(midnight));
  await buy(40, new Date(midnight - 1));
  expect([(await volumeOn(day)) - were[0]!, (await volumeOn(dayBefore)) - were[1]!]).toEqual([7, 0.4]);
  await foldDays(world.services.db);
  await buy(1_000, daysAgo(31));
  await buy(2_000, daysAgo(400));
  const month = await read();
  expect(month).toMatchObject({ unit: 'day', before: { orders: 1, volume: 10 } });
  expect(month.periods).toHaveLength(30);
  const all = await read('all');
  expect(all.before).toBeNull();
  expect(all.periods[0]!.date).toBe(`${dateOf(daysAgo(400)).slice(0, 7)}-01`);
  expect(all.totals.orders).toBe(month.totals.orders + 2);
});

test('S9.13 the sum over all days is what the ledger says', async () => {
  for (let times = 0; times < 3; times += 1) {
    const { totals } = await read('all');
    const [fees, network, adjustments] = [account.fees, account.networkFees, account.adjustments];
    const ledger = async (name: string) => (await postedOf(world.services.db, name)) / 100;
    expect(totals.revenue - totals.affiliateShares).toBeCloseTo(
      (await ledger(fees)) + (await ledger(network)),
      6,
    );
    expect(totals.adjustments - totals.latePurchases).toBeCloseTo(await ledger(adjustments), 6);
    await foldDays(world.services.db);
  }
});

test('a posting of a transaction that is still open is never missed, and no posting counts twice', async () => {
  const { db } = world.services;
  const earn = { from: account.exchange, to: account.fees, amount: cents(1) };
  const folded = async () =>
    Number(
      (
        await sql<{
          sum: number;
        }>`select coalesce(sum(postings), 0) as sum from ledger_days where kind = 'test'`.execute(db)
      ).rows[0]!.sum,
    );
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = inTransaction(db, async (tx) => {
    await post(tx, { key: 'open', kind: 'test', postings: [earn] });
    begun.resolve();
    await finish.promise;
  });
  await begun.promise;
  // its id is higher, and it commits first
  await book('test', [earn]);
  for (let times = 0; times < 4; times += 1) await foldDays(db);
  expect(await folded()).toBe(0);
  finish.resolve();
  await open;
  await book('test', [earn]);
  await Promise.all(Array.from({ length: 5 }, () => foldDays(db)));
  const foldedAtLast = async () => {
    await foldDays(db);
    return folded();
  };
  await expect.poll(foldedAtLast, WAIT).toBe(3);
  await foldDays(db);
  expect(await folded()).toBe(3);
  expect(await daysAtFault()).toEqual([]);
});

test('postings are folded in parts, and a changed sum is found by the proof', async () => {
  const { db } = world.services;
  for (let times = 0; times < 5; times += 1)
    await book('test', [{ from: account.exchange, to: account.fees, amount: cents(1) }]);
  await expect.poll(() => foldDays(db, 2), WAIT).toBe(true);
  // a size that makes no sense changes nothing
  await foldDays(db, -5);
  while (await foldDays(db, 2)) {}
  expect(await daysAtFault()).toEqual([]);
  await world.database.asOwner(`update ledger_days set amount = amount + 1 where kind = 'test'`);
  expect((await daysAtFault()).length).toBeGreaterThan(0);
  await world.database.asOwner(`update ledger_days set amount = amount - 1 where kind = 'test'`);
  await expect(
    inTransaction(db, async (tx) => {
      await credit(db, ada.id, 1);
      await sql`create temporary table own (one int)`.execute(tx);
      await sql`select ledger_fold_days(1)`.execute(tx);
    }),
  ).rejects.toThrow('a transaction of its own');
});

test('S9.13 the periods are a CSV file, and an unknown range is refused', async () => {
  const { body, headers } = await ada.call('GET', '/api/admin/business.csv?range=13w');
  expect(headers['content-type']).toContain('text/csv');
  const lines = String(body.text).trim().split('\r\n');
  expect(lines).toHaveLength(14);
  expect(lines[0]).toContain('From,Orders,Trades,Robux,Volume USD');
  const { periods } = await read('13w');
  expect(lines.at(-1)).toContain(`${periods.at(-1)!.date},`);
  for (const range of ['31d', '', 'ALL'])
    expect((await ada.call('GET', `/api/admin/business?range=${range}`)).status).toBe(400);
});
