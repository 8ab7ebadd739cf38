import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@sterling/contract/api.ts';
import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import { PASS } from '../../../../test/placement-world.ts';
import type { Authority } from '../../../people/sessions/authority.ts';
import type { Refusal } from '../../../refusal.ts';
import type { PlacementRequest } from './placement-request.ts';

/** Orders whose buyer loses the session, or the right to buy, before they are placed. */
let world: OrderWorld;
let otto: Caller;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  await world.seller(50_000, 3);
});

/** A placement as the route makes it: admitted with the present session of the buyer. */
async function admitted(buyer: Caller): Promise<PlacementRequest> {
  const { rows } = await world.database.asOwner('select id from sessions where user_id = $1', [buyer.id]);
  const checks = { hasFactor: false, isChecked: false };
  const session = { sessionId: String(rows[0]!.id), rotationDue: false, isSeenDue: false, ...checks };
  const caller = { id: buyer.id, role: 'buyer', isOwner: false, ...session } as const;
  const authority: Authority = { endpoint: api.orders.place, caller };
  return { buyerId: buyer.id, order: { robuxAmount: robux(100), pass: PASS }, keyed: null, authority };
}
const place = (request: PlacementRequest) =>
  world.services.orderBatcher.place(request).then(
    ({ status }) => status,
    ({ code }: Refusal) => code,
  );
const ordersOf = async (buyer: Caller) =>
  (await world.database.asOwner('select 1 from orders where buyer_id = $1', [buyer.id])).rows.length;

test('access 1: a batch places the orders of those who may still buy, and no others', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => world.buyer(10_00)));
  const [kept, out, banned, seller, busy] = buyers as [Caller, Caller, Caller, Caller, Caller];
  const requests = await Promise.all(buyers.map(admitted));
  await out.call('POST', '/api/auth/logout');
  await otto.call('PATCH', `/api/admin/users/${banned.id}`, { isBanned: true });
  await seller.call('PUT', `/api/users/${seller.id}`, { role: 'seller' });
  expect(await Promise.all(requests.map(place))).toEqual([
    201,
    'authentication_required',
    'authentication_required',
    'unauthorized',
    201,
  ]);
  expect(await Promise.all([kept, out, banned, seller, busy].map(ordersOf))).toEqual([1, 0, 0, 0, 1]);
});

test('access 1: a batch that was admitted before the emergency stop places nothing', async () => {
  const buyers = await Promise.all(Array.from({ length: 3 }, () => world.buyer(10_00)));
  const requests = await Promise.all(buyers.map(admitted));
  await otto.call('POST', '/api/admin/emergency-shutdown', { enabled: true });
  expect(await Promise.all(requests.map(place))).toEqual(requests.map(() => 'service_unavailable'));
  await otto.call('POST', '/api/admin/emergency-shutdown', { enabled: false });
  expect(await Promise.all(requests.map(place))).toEqual([201, 201, 201]);
});

test('access 1: an order whose buyer signs out while Roblox is asked is not placed', async () => {
  const nova = await world.buyer(10_00);
  const pass = await world.pass(100);
  await world.control('POST', '/faults', { service: 'game-platform', kind: 'slow', seconds: 2, times: 1 });
  const order = world.order(nova, pass, 100);
  await sleep(500);
  await nova.call('POST', '/api/auth/logout');
  expect((await order).body).toMatchObject({ code: 'authentication_required' });
  expect(await ordersOf(nova)).toBe(0);
});
