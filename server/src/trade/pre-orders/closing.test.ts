import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { usePreOrders } from '../../../test/pre-order-world.ts';
import { credit } from '../../../test/wallets.ts';

const world = usePreOrders();
let otto: Caller;
beforeAll(async () => {
  otto = await world.signIn('otto', 'admin', true);
});

const close = (who: Caller, id: unknown, reason = 'The gamepass breaks the rules') =>
  who.call('POST', `/api/admin/pre-orders/${id}/close`, { reason });

test('rare day 11: the owner closes a waiting pre-order with a reason that the buyer reads', async () => {
  const nova = await world.buyer(1_000);
  const { body } = await world.preOrder(nova, await world.pass(1_000));
  const ada = await world.signIn('ada', 'admin');
  for (const who of [nova, ada]) expect((await close(who, body.id)).status).toBe(403);
  expect((await close(otto, body.id, ' ')).status).toBe(400);
  expect((await close(otto, otto.id)).status).toBe(404);
  const closed = { id: body.id, status: 'closed', reason: 'The gamepass breaks the rules', position: null };
  expect(await close(otto, body.id)).toMatchObject({ status: 200, body: closed });
  expect(await world.own(nova)).toMatchObject([closed]);
  expect((await close(otto, body.id)).body.code).toBe('out_of_order');
  // the live queue may be two seconds old
  await expect.poll(async () => (await world.live(nova)).preOrders).toEqual([]);
  const { body: entries } = await otto.call('GET', `/api/admin/audit?search=${body.id}`);
  expect(entries).toMatchObject([
    { action: 'pre-orders.closed', actor: 'otto', reason: 'The gamepass breaks the rules' },
  ]);
  // a closed pre-order takes no stock
  await world.seller(1_000, 3);
  expect((await nova.call('GET', '/api/robux/orders')).body).toEqual([]);
});

test('rare day 11: a matched pre-order that the owner closes is bought, or does not wait again', async () => {
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await world.seller(1_000, 3);
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: '/currency',
    kind: 'status',
    status: 503,
    times: 4,
  });
  const { body } = await world.preOrder(nova, pass);
  await world.once(nova, ({ status }) => status === 'matched');
  expect(await close(otto, body.id)).toMatchObject({ status: 200, body: { status: 'matched' } });
  await world.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  const closed = await world.once(nova, ({ status }) => status === 'closed');
  expect(closed.reason).toBe('The gamepass breaks the rules');
});

test('rare day 11: an owner cannot close their own pre-order', async () => {
  const olga = await world.signIn('olga', 'buyer', true);
  await credit(world.services.db, olga.id, 1_000);
  const { body } = await world.preOrder(olga, await world.pass(1_000));
  expect((await close(olga, body.id)).body.code).toBe('unauthorized');
});
