import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { orderCookieContext, replaceInOrders } from './order-cookies.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());

test('a rotation does not overwrite the newer cookie of an order that another one stores meanwhile', async () => {
  await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  const placed = await world.order(nova, pass, 700, { buyerCookie: pass.ownerCookie });
  const context = orderCookieContext(String(placed.body.id));
  const { db, vault } = world.services;
  const stored = () => db.selectFrom('orderCookies').select('sealedCookie').executeTakeFirstOrThrow();
  const first = vault.open((await stored()).sealedCookie, context);
  let slow: Promise<void> | undefined;
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('orderCookies')
      .set({ sealedCookie: vault.seal('newer', context) })
      .execute();
    slow = replaceInOrders(world.services, nova.id, first, 'older');
    await sleep(500);
  });
  await slow;
  expect(vault.open((await stored()).sealedCookie, context)).toBe('newer');
});
