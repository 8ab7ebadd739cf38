import type { Spending } from '@sterling/contract/spending.ts';
import { expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { orderAt } from '../../../test/past.ts';
import { useSplitWorld } from '../../../test/split-world.ts';
import { stepNow } from '../../../test/steps.ts';
import { purchaseOf } from '../../../test/trade-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { readStats } from '../../people/admin/figures.reads.ts';

type ShownSpending = OnWire<typeof Spending>;

const split = useSplitWorld();
const LAST_YEAR = new Date().getUTCFullYear() - 1;

async function spending(who: Caller, query = ''): Promise<ShownSpending> {
  const { status, body } = await who.call('GET', `/api/wallet/spending${query}`);
  expect(status).toBe(200);
  return body as unknown as ShownSpending;
}

/** A trade of a listing for $50.00, with these steps of its seller (`deliver`, `cancel`) and its buyer (`confirm`). */
async function trade(seller: Caller, buyer: Caller, ...steps: string[]): Promise<void> {
  const listed = await seller.call('POST', '/api/listings', {
    title: 'Sword',
    itemType: 'premium_items',
    quantity: 1,
    pricePerUnit: 50,
    deliveryTime: '1 hour',
  });
  const { body } = await buyer.call('POST', '/api/transactions', purchaseOf(listed.body as never));
  for (const step of steps) {
    const who = step === 'confirm' ? buyer : seller;
    expect((await who.call('POST', `/api/transactions/${body.id}/${step}`, {})).status).toBe(200);
  }
}

test('S9.12 the report sums what a buyer paid by month of completion, in the time zone of the reader', async () => {
  const { world } = split;
  await world.seller(100_000, 3.5);
  const nova = await world.buyer(100_000);
  await orderAt(world, new Date(Date.UTC(LAST_YEAR, 0, 10)), nova.id, 1_000);
  await orderAt(world, new Date(Date.UTC(LAST_YEAR, 0, 20)), nova.id, 2_333);
  await orderAt(world, new Date(Date.UTC(LAST_YEAR, 11, 31, 23, 30)), nova.id, 300);
  const { months, total, passes, years, year } = await spending(nova, `?year=${LAST_YEAR}`);
  expect({ years, year, months: months.length }).toEqual({
    years: [LAST_YEAR + 1, LAST_YEAR],
    year: LAST_YEAR,
    months: 12,
  });
  expect(months[0]).toEqual({
    month: `${LAST_YEAR}-01`,
    robuxSpent: 11.67,
    listingsSpent: 0,
    spent: 11.67,
    robux: 3_333,
    orders: 2,
    trades: 0,
    averageRate: 3.5,
    refunded: 0,
    refunds: 0,
  });
  expect(months[1]).toMatchObject({ spent: 0, robux: 0, orders: 0, averageRate: null });
  expect(months[11]).toMatchObject({ month: `${LAST_YEAR}-12`, spent: 1.05, orders: 1 });
  expect(total).toMatchObject({ spent: 12.72, robux: 3_633, orders: 3 });
  expect(passes.map(({ name, spent, robux, orders }) => [name, spent, robux, orders])).toEqual([
    ['VIP', 8.17, 2_333, 1],
    ['VIP', 3.5, 1_000, 1],
    ['VIP', 1.05, 300, 1],
  ]);
  // half an hour before midnight UTC is the next year in Berlin
  const berlin = await spending(nova, `?year=${LAST_YEAR}&tz=Europe/Berlin`);
  expect(berlin.total).toMatchObject({ spent: 11.67, orders: 2 });
  expect((await spending(nova, '?tz=Europe/Berlin')).months[0]).toMatchObject({ spent: 1.05 });
  const csv = await nova.call('GET', `/api/wallet/spending.csv?year=${LAST_YEAR}`);
  expect(csv.headers['content-disposition']).toContain(`sterling-spending-${LAST_YEAR}.csv`);
  const lines = String(csv.body.text).split('\r\n');
  expect(lines).toHaveLength(14);
  expect(lines[1]).toBe(`${LAST_YEAR}-01,11.67,0,11.67,3333,2,0,3.5,0,0`);
});

test('S9.12 refunds are not spent, listings are counted apart, and a split order is one order', async () => {
  const { world } = split;
  const { totalTransactions } = await readStats(world.services.db);
  const { nova } = await split.splitOrder([600, 300, 500], 1_333, 3.33);
  await split.workUntilOver();
  expect((await spending(nova)).total).toMatchObject({ robuxSpent: 4.44, robux: 1_333, orders: 1 });
  const { body: week } = await nova.call('GET', '/api/stats/week');
  expect(week.totals).toMatchObject({ totalRobux: 1_333, totalOrders: 1, completedOrders: 1 });
  const { body: stats } = await nova.call('GET', '/api/users/stats');
  expect(stats).toMatchObject({ totalTransactions: 1, successRate: 100 });
  expect((await readStats(world.services.db)).totalTransactions).toBe(totalTransactions + 1);
  const sela = await world.seller(10_000, 3.5);
  const lyra = await world.buyer(20_000);
  await trade(sela, lyra, 'deliver', 'confirm');
  await trade(sela, lyra, 'cancel');
  await trade(sela, lyra);
  const pass = await world.pass(700);
  const placed = await world.order(lyra, pass, 700);
  await world.control('PATCH', `/game/passes/${pass.id}`, { price: 400 });
  await stepNow(world.orderServices, String(placed.body.id));
  const { total, months, passes, years } = await spending(lyra);
  expect(total).toEqual({
    robuxSpent: 0,
    listingsSpent: 50,
    spent: 50,
    robux: 0,
    orders: 0,
    trades: 1,
    averageRate: null,
    refunded: 52.45,
    refunds: 2,
  });
  expect(months.at(-1)!.spent).toBe(50);
  expect(passes).toEqual([]);
  expect(years).toEqual([LAST_YEAR + 1]);
  // a seller's report is about what they bought
  expect((await spending(sela)).total.spent).toBe(0);
});

test('a year must have four digits, and a time zone must exist', async () => {
  const nova = await split.world.buyer(0);
  for (const query of ['?year=26', '?year=1999', '?tz=Mars/Base']) {
    expect((await nova.call('GET', `/api/wallet/spending${query}`)).status).toBe(400);
  }
  expect((await spending(nova, '?year=2099')).months).toEqual([]);
});
