import type { BuyerWeek, SellerWeek } from '@sterling/contract/stats.ts';
import { expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { monday, orderAt } from '../../../test/past.ts';
import { insertPreOrders } from '../../../test/pre-orders.ts';
import { purchaseOf } from '../../../test/trade-world.ts';
import { useOrderWorld } from '../../../test/use-order-world.ts';
import { inTransaction, openPool } from '../../platform/db/pool.ts';
import { complete } from '../transactions/endings.ts';

const world = useOrderWorld();

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const TODAY = (new Date().getUTCDay() + 6) % 7;

async function week<Week>(who: Caller, query = ''): Promise<Week> {
  const { body, status } = await who.call('GET', `/api/stats/week${query}`);
  expect(status).toBe(200);
  return body as unknown as Week;
}

/** Starts a purchase of a listing for $50.00 and returns the trade's id. */
async function buyOf(seller: Caller, buyer: Caller): Promise<string> {
  const listed = await seller.call('POST', '/api/listings', {
    title: 'Sword',
    itemType: 'premium_items',
    quantity: 1,
    pricePerUnit: 50,
    deliveryTime: '1 hour',
  });
  const bought = await buyer.call('POST', '/api/transactions', purchaseOf(listed.body as never));
  return String(bought.body.id);
}

/** Completes a sale of a listing for $50.00 at the given time. */
async function saleAt(moment: Date, seller: Caller, buyer: Caller): Promise<void> {
  const id = await buyOf(seller, buyer);
  await seller.call('POST', `/api/transactions/${id}/deliver`, {});
  const past = openPool(world.database.url, { moment, max: 1 });
  await inTransaction(past.db, async (tx) =>
    complete(
      tx,
      await tx.selectFrom('transactions').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
    ),
  );
  await past.close();
}

test("S2.01 S2.02 a buyer's week starts on Monday, counts by day of completion and compares with last week", async () => {
  await world.seller(100_000, 3.5);
  const nova = await world.buyer(100_000);
  await orderAt(world, monday(-1, -1), nova.id, 5_000);
  await orderAt(world, monday(-1), nova.id, 300);
  await orderAt(world, monday(0, -1), nova.id, 500);
  await orderAt(world, monday(), nova.id, 700);
  await orderAt(world, new Date(), nova.id, 333);
  // an open order counts as an order only
  expect((await world.order(nova, await world.pass(200), 200)).status).toBe(201);
  const robux = DAYS.map(() => 0);
  robux[0]! += 700;
  robux[TODAY]! += 333;
  const answer = await week<BuyerWeek>(nova);
  expect(answer.days.map(({ day }) => day)).toEqual(DAYS);
  expect(answer.days.map(({ robux }) => robux)).toEqual(robux);
  expect(answer.days[0]!.date).toBe(monday().toISOString().slice(0, 10));
  // 1,033 against the same days of last week: 300 on Monday, and 500 on Sunday
  expect(answer.lastWeek).toEqual([300, 0, 0, 0, 0, 0, 500]);
  expect(answer).toMatchObject({
    role: 'buyer',
    change: TODAY === 6 ? 29.1 : 244.3,
    totals: {
      totalRobux: 6_833,
      // 17.50 + 1.05 + 1.75 + 2.45 + 1.17
      totalSpent: 23.92,
      completedOrders: 5,
      totalOrders: 6,
      activeOrders: 1,
      pendingOrders: 1,
    },
  });
});

test("S2.05 a seller's week counts revenue and sales of Robux and listings once, net of the fee", async () => {
  const sela = await world.seller(100_000, 4);
  const nova = await world.buyer(100_000);
  await orderAt(world, monday(-1, 3_600_000), nova.id, 1_000);
  await saleAt(monday(-1, 7_200_000), sela, nova);
  await orderAt(world, monday(), nova.id, 2_500);
  await saleAt(monday(0, 1), sela, nova);
  // open and cancelled trades are not sales
  await buyOf(sela, nova);
  await sela.call('POST', `/api/transactions/${await buyOf(sela, nova)}/cancel`, {});
  const answer = await week<SellerWeek>(sela);
  expect(answer.days[0]).toEqual({
    day: 'Mon',
    date: monday().toISOString().slice(0, 10),
    revenue: 57.5,
    sales: 2,
  });
  expect(answer.days.slice(1).every(({ revenue, sales }) => revenue === 0 && sales === 0)).toBe(true);
  // 57.50 against 51.50; two orders of 3,500 Robux, two listings of $47.50
  expect(answer).toMatchObject({
    role: 'seller',
    change: 11.7,
    totals: { totalEarnings: 109, totalSales: 3_500, activeListings: 1, accountsForSale: 1 },
  });
  // the current role decides unless a role is requested
  expect(await week<BuyerWeek>(sela, '?role=buyer')).toMatchObject({
    role: 'buyer',
    totals: { totalOrders: 0 },
  });
  expect((await week<BuyerWeek>(nova)).role).toBe('buyer');
});

test('S2.02 without data all figures and the change are 0', async () => {
  const nova = await world.buyer(0);
  expect(await week<BuyerWeek>(nova)).toMatchObject({
    change: 0,
    totals: { totalRobux: 0, totalSpent: 0, completedOrders: 0, totalOrders: 0, preOrders: 0 },
  });
  expect(await week<SellerWeek>(nova, '?role=seller')).toMatchObject({
    change: 0,
    totals: { totalEarnings: 0, activeListings: 0, accountsForSale: 0 },
  });
});

test('S2.02 the first steps know of a pre-order that was not matched, and of an account that is not for sale', async () => {
  const nova = await world.buyer(10_000);
  await insertPreOrders(world.database, [{ buyerId: nova.id, robux: 1_000, maxRateCents: 350 }]);
  expect((await week<BuyerWeek>(nova)).totals).toMatchObject({ totalOrders: 0, preOrders: 1 });
  const sela = await world.seller(100_000, 4);
  await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { status: 'offline' });
  expect((await week<SellerWeek>(sela)).totals).toMatchObject({ activeListings: 1, accountsForSale: 0 });
});

test('S2.02 days and weeks follow the requested time zone', async () => {
  await world.seller(100_000, 2);
  const nova = await world.buyer(10_000);
  const at = monday();
  await orderAt(world, at, nova.id, 1_000);
  for (const zone of ['America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Etc/GMT+12']) {
    const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    const { days } = await week<BuyerWeek>(nova, `?tz=${encodeURIComponent(zone)}`);
    expect(days.map(({ day }) => day)).toEqual(DAYS);
    expect(days.some(({ date }) => date === local.format(new Date()))).toBe(true);
    expect(days.filter(({ robux }) => robux > 0).map(({ date }) => date)).toEqual(
      days.map(({ date }) => date).filter((date) => date === local.format(at)),
    );
  }
  for (const zone of ['Nowhere/Land', "UTC'--", '+01:00', '']) {
    expect((await nova.call('GET', `/api/stats/week?tz=${encodeURIComponent(zone)}`)).status).toBe(400);
  }
});

test('S2.07 totals have earnings, completed trades, active listings, rating and success rate, and are empty without data', async () => {
  const sela = await world.seller(100_000, 4);
  const nova = await world.buyer(100_000);
  const empty = {
    totalEarnings: 0,
    totalTransactions: 0,
    totalListings: 0,
    averageRating: null,
    rating: null,
  };
  expect((await sela.call('GET', '/api/users/stats')).body).toEqual({
    userId: sela.id,
    ...empty,
    successRate: null,
  });
  await orderAt(world, new Date(), nova.id, 1_000);
  await saleAt(new Date(), sela, nova);
  await sela.call('POST', `/api/transactions/${await buyOf(sela, nova)}/cancel`, {});
  const trades = (await nova.call('GET', '/api/transactions')).body as unknown as {
    id: string;
    stage: string;
  }[];
  const sold = trades.find(({ stage }) => stage === 'completed')!;
  await nova.call('POST', `/api/transactions/${sold.id}/rate`, { stars: 4 });
  expect((await sela.call('GET', '/api/users/stats')).body).toEqual({
    userId: sela.id,
    totalEarnings: 51.5,
    totalTransactions: 2,
    totalListings: 1,
    averageRating: 4,
    rating: 4,
    // two of three
    successRate: 66.7,
  });
  expect((await nova.call('GET', '/api/users/stats')).body).toMatchObject({
    totalEarnings: 0,
    totalTransactions: 2,
    rating: null,
    successRate: 66.7,
  });
  expect((await nova.call('GET', '/api/users/stats?role=seller')).body).toMatchObject({ successRate: null });
});
