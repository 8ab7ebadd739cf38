import type { AccountEarnings } from '@sterling/contract/account-history.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { stepNow } from '../../../test/steps.ts';
import type { OnWire } from '../../../test/wire.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());

const earnings = async (seller: Caller, accountId: string, query = '') => {
  const path = `/api/roblox-accounts/${accountId}/earnings${query}`;
  return (await seller.call('GET', path)).body as unknown as OnWire<typeof AccountEarnings>;
};

test('S9.08 earnings count the ended orders of one account by day and by week', async () => {
  const sela = await world.seller(2_000, 3);
  const nova = await world.buyer(10_000);
  for (const robux of [300, 500]) {
    const order = await world.order(nova, await world.pass(robux), robux);
    await stepNow(world.orderServices, String(order.body.id));
    await world.final(nova, order);
  }
  const pass = await world.pass(200);
  const failing = await world.order(nova, pass, 200);
  await world.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  await stepNow(world.orderServices, String(failing.body.id));
  expect((await world.final(nova, failing)).status).toBe('failed');
  // still open
  await world.order(nova, await world.pass(100), 100);

  const total = { earned: 2.4, robux: 800, completed: 2, failed: 1 };
  const none = { earned: 0, robux: 0, completed: 0, failed: 0 };
  const month = await earnings(sela, sela.accountId);
  expect([month.by, month.periods.length, month.totals]).toEqual(['day', 30, total]);
  expect(month.periods.at(-1)).toMatchObject(total);
  expect(month.periods.at(-2)).toMatchObject(none);
  const year = await earnings(sela, sela.accountId, '?days=365&tz=Europe/Berlin');
  expect([year.by, year.totals]).toEqual(['week', total]);
  expect(year.periods.length).toBeGreaterThanOrEqual(53);
  expect(new Date(`${year.periods[0]!.date}T00:00Z`).getUTCDay()).toBe(1);
  expect((await earnings(sela, sela.accountId, '?days=7')).periods).toHaveLength(7);

  const mira = await world.seller(1_000, 3);
  expect((await earnings(mira, mira.accountId)).totals).toEqual(none);
});
