import type { Business } from '@sterling/contract/business.ts';
import { expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { newsOf } from '../../../../test/news.ts';
import { useSplitWorld } from '../../../../test/split-world.ts';
import type { OnWire } from '../../../../test/wire.ts';

const split = useSplitWorld();

test('S4.11 split: three accounts buy parts at one rate, the buyer sees one order, and each seller sees only their part', async () => {
  const { sellers, nova, pass, id } = await split.splitOrder([600, 300, 500], 1_333, 3.33);
  expect(await split.read(nova, id)).toMatchObject({
    status: 'pending',
    robuxAmount: '1333',
    totalPrice: '4.44',
    accountId: null,
  });
  expect((await split.world.wallet(nova)).held).toBe(444);
  await split.workUntilOver();
  const order = await split.read(nova, id);
  expect(order).toMatchObject({
    id,
    status: 'completed',
    robuxAmount: '1333',
    totalPrice: '4.44',
    ratePerThousand: 3.33,
  });
  expect(order.requestedRobux).toBeUndefined();
  expect(order.completedAt).not.toBeNull();
  expect(order.events[0]!.what).toMatch(/^Part \d of 3: Order placed\. \$\d+\.\d\d on hold$/);
  expect(await split.world.wallet(nova)).toEqual({ posted: 556, held: 0, available: 556 });
  const earned: number[] = [];
  for (const seller of sellers) {
    const [mine, ...more] = await split.sold(seller);
    expect(more).toEqual([]);
    expect(mine!.events[0]!.what).toMatch(/^Order placed/);
    expect((await split.world.gameAccount(seller)).owns).toEqual([pass.id]);
    earned.push((await split.world.wallet(seller, 'seller')).posted);
    expect(earned.at(-1)).toBe(Math.round(Number(mine!.totalPrice) * 100));
  }
  expect(earned.reduce((sum, cents) => sum + cents, 0)).toBe(444);
  const [part] = await split.sold(sellers[0]!);
  expect(await split.read(nova, part!.id)).toEqual(order);
  expect((await nova.call('GET', '/api/robux/orders')).body).toHaveLength(1);
  expect((await countedFor(nova)).history).toMatchObject([{ amount: 4.44, balanceAfter: 5.56 }]);
});

test('S9.13 split: the completed parts of an order are one order of the business figures', async () => {
  const ada = await split.world.signIn('ada', 'admin');
  const counted = async () => {
    const { body } = await ada.call('GET', '/api/admin/business?range=30d');
    return (body as unknown as OnWire<typeof Business>).totals.orders;
  };
  const before = await counted();
  await split.splitOrder([600, 300, 500], 1_333, 3.33);
  await split.workUntilOver();
  expect(await counted()).toBe(before + 1);
});

test('S4.11 split: a single account is preferred, and parts use the cheapest single rate', async () => {
  await split.world.seller(500, 2);
  await split.world.seller(400, 2);
  await split.world.seller(600, 3);
  await split.world.seller(700, 3);
  const nova = await split.world.buyer(10_000);
  const parts = await split.placed(nova, await split.world.pass(40), 1_000);
  expect(parts).toMatchObject({ totalPrice: '3.00', ratePerThousand: 3 });
  await split.workUntilOver();
  const single = await split.world.seller(5_000, 4);
  const one = await split.placed(nova, await split.world.pass(40), 900, { ratePerThousand: 4 });
  expect(one).toMatchObject({ accountId: single.accountId, ratePerThousand: 4 });
  await split.workUntilOver();
});

test('S4.11 split: a pass with the right price can be split, but not without a cookie and not over manual accounts', async () => {
  const sela = await split.world.seller(600, 3);
  await split.world.seller(500, 3);
  const nova = await split.world.buyer(10_000);
  const pass = await split.world.pass(1_000);
  expect((await split.world.order(nova, pass, 1_000)).body.code).toBe('out_of_stock');
  const withCookie = { buyerCookie: pass.ownerCookie };
  await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { fulfilment: 'manual' });
  expect((await split.world.order(nova, pass, 1_000, withCookie)).body.code).toBe('out_of_stock');
  await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { fulfilment: 'auto' });
  const below = await split.world.order(nova, pass, 1_000, { ...withCookie, ratePerThousand: 2.99 });
  expect(below.body.code).toBe('out_of_stock');
  const id = String((await split.placed(nova, pass, 1_000)).id);
  await split.workUntilOver();
  expect((await split.read(nova, id)).status).toBe('completed');
});

test('S4.08 split: while the order is open, a second order with a cookie for the same pass is refused', async () => {
  const { nova, pass } = await split.splitOrder([600, 500], 1_000);
  await split.world.seller(5_000, 6);
  const second = await split.world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  expect([second.status, second.body.code]).toEqual([409, 'pass_in_use']);
  await split.step();
  const still = await split.world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  expect([still.status, still.body.code]).toEqual([409, 'pass_in_use']);
  await split.workUntilOver();
});

test('S4.11 split: a failed part is refunded, and the bought parts cost as much as a single order of their size', async () => {
  const { sellers, nova, id } = await split.splitOrder([600, 500, 400], 1_333, 3.33);
  await split.world.control('PATCH', `/game/accounts/${sellers[1]!.game.id}`, { cookieValid: false });
  await split.workUntilOver();
  const order = await split.read(nova, id);
  expect(order).toMatchObject({
    status: 'completed',
    robuxAmount: '833',
    requestedRobux: '1333',
    totalPrice: '2.77',
    failureReason: null,
  });
  // $4.44 were on hold. The failed part was $1.66 of them, and the others cost $0.01 less without it.
  expect(order.events.map(({ what }) => what).join()).toContain('$1.67 was refunded');
  expect((await newsOf(nova))[0]).toBe(
    'Order completed: 833 Robux for $2.77. 500 Robux were not bought. $1.67 is back in your wallet.',
  );
  expect(await split.world.wallet(nova)).toEqual({ posted: 723, held: 0, available: 723 });
});

test('S4.11 split: a part is reassigned only to an account with the same rate', async () => {
  const { sellers, nova, id } = await split.splitOrder([600, 500], 1_000);
  await split.world.control('PATCH', `/game/accounts/${sellers[0]!.game.id}`, { moderated: true });
  await split.world.seller(5_000, 2);
  const mira = await split.world.seller(700, 3);
  await split.workUntilOver();
  expect(await split.read(nova, id)).toMatchObject({
    status: 'completed',
    robuxAmount: '1000',
    totalPrice: '3.00',
  });
  expect((await split.sold(mira))[0]).toMatchObject({ robuxAmount: '600', ratePerThousand: 3 });
});

test('S4.11 split: if no part is bought, the order fails with the reason and a full refund', async () => {
  const { sellers, nova, pass, id } = await split.splitOrder([600, 500], 1_000);
  await split.world.control('PATCH', `/game/passes/${pass.id}`, { activeInPO: true });
  await split.workUntilOver();
  expect(await split.read(nova, id)).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('price test'),
    robuxAmount: '1000',
  });
  expect(await split.world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
  for (const seller of sellers) expect((await split.world.gameAccount(seller)).owns).toEqual([]);
});

test('S4.11 split: an account that already owns the pass buys no part', async () => {
  const sela = await split.world.seller(600, 3);
  const mira = await split.world.seller(500, 3);
  const nova = await split.world.buyer(1_000);
  const pass = await split.world.pass(40);
  await split.world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  const { id } = await split.placed(nova, pass, 1_000);
  await split.workUntilOver();
  expect(await split.read(nova, id)).toMatchObject({ status: 'completed', requestedRobux: '1000' });
  expect((await split.world.wallet(sela, 'seller')).posted).toBe(0);
  expect((await split.sold(mira))[0]!.status).toBe('completed');
});

test('S4.11 split: the database refuses to change the rate or the number of a part', async () => {
  const { id } = await split.splitOrder([600, 500], 1_000);
  const change = (set: string) =>
    split.world.database.pg.query(`update orders set ${set} where split_id = $1`, [id]);
  await expect(change('rate_cents = 299')).rejects.toThrow('does not change its rate');
  await expect(change('part = part + 5')).rejects.toThrow('does not change');
  await split.workUntilOver();
});

/** The buyer's figures and history: what counts orders must count a split order once. */
async function countedFor(buyer: Caller) {
  const read = async (path: string) => (await buyer.call('GET', path)).body as Record<string, unknown>;
  const history = (await read('/api/history?role=buyer&type=robux_purchase')) as unknown as object[];
  return { ...(await read('/api/stats/week')), stats: await read('/api/users/stats'), history };
}

test('S2.01 S3.04 split: figures and history have one order, while it is open and after a part has failed', async () => {
  const { sellers, nova, id } = await split.splitOrder([600, 500, 400], 1_333, 3.33);
  const counts = { totalRobux: 0, totalSpent: 0, completedOrders: 0, totalOrders: 1, activeOrders: 1 };
  const open = { id, quantity: 1_333, amount: 4.44 };
  expect(await countedFor(nova)).toMatchObject({
    totals: { ...counts, pendingOrders: 1 },
    history: [{ ...open, status: 'pending' }],
  });
  const deletion = await nova.call('POST', '/api/reset/delete-me', {});
  expect(deletion.body.hint).toBe('Still open: 1 order, $10.00 in your buyer wallet.');
  await split.step();
  expect(await countedFor(nova)).toMatchObject({
    totals: { ...counts, pendingOrders: 0 },
    stats: { totalTransactions: 0, successRate: null },
    history: [{ ...open, status: 'processing' }],
  });
  await split.world.control('PATCH', `/game/accounts/${sellers[1]!.game.id}`, { cookieValid: false });
  await split.workUntilOver();
  const counted = await countedFor(nova);
  expect(counted).toMatchObject({
    totals: {
      totalRobux: 833,
      totalSpent: 2.77,
      completedOrders: 1,
      totalOrders: 1,
      activeOrders: 0,
      pendingOrders: 0,
    },
    stats: { totalTransactions: 1, successRate: 100 },
    history: [{ id, quantity: 833, amount: 2.77, status: 'completed' }],
  });
  expect(counted.history).toHaveLength(1);
});

test('S8.06 split: the figures of the market and of staff count one order', async () => {
  const ada = await split.world.signIn('ada', 'admin');
  const counted = async () => {
    const market = (await ada.call('GET', '/api/stats/rates?days=1')).body as { totals: { orders: number } };
    const { totalTransactions } = (await ada.call('GET', '/api/admin/stats')).body;
    return { market: market.totals.orders, staff: Number(totalTransactions) };
  };
  const before = await counted();
  await split.splitOrder([600, 500, 400], 1_333);
  await split.workUntilOver();
  expect(await counted()).toEqual({ market: before.market + 1, staff: before.staff + 1 });
});

test('S4.11 split: the buyer hears of the order once, when its last part has ended', async () => {
  const news = async (person: Caller) => {
    const entries = split.world.services.db.selectFrom('inboxEntries').where('userId', '=', person.id);
    return entries.select(['code', 'subjectId', 'details']).orderBy('id').execute();
  };
  const { sellers, nova, id } = await split.splitOrder([600, 500, 400], 1_333, 3.33);
  const known = (await news(nova)).length;
  // the last part keeps the id of the order, and its failure is no failure of the order
  await split.world.control('PATCH', `/game/accounts/${sellers[2]!.game.id}`, { cookieValid: false });
  await split.step();
  expect((await news(nova)).slice(known)).toEqual([]);
  await split.workUntilOver();
  const { robuxAmount, totalPrice } = await split.read(nova, id);
  const details = {
    robux: Number(robuxAmount),
    cents: Math.round(100 * Number(totalPrice)),
    missingRobux: expect.any(Number),
    backCents: expect.any(Number),
  };
  expect((await news(nova)).slice(known)).toEqual([{ code: 'order_completed', subjectId: id, details }]);
  for (const [index, heard] of [['order_sold'], ['order_sold'], []].entries()) {
    const codes = (await news(sellers[index]!)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'order_sold')).toEqual(heard);
  }
});
