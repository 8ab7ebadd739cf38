import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';

/** A program repeats a call whose answer it did not wait for, while Roblox still answers the first one. */
let world: OrderWorld;
let nova: Caller;
let pass: SandboxPass;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  nova = await world.buyer(100_00);
  pass = await world.pass(1_000);
});

const ROBUX = 1_000;
const order = (robuxAmount = ROBUX, key = 'one') => world.order(nova, pass, robuxAmount, {}, key);
const basket = () =>
  nova.call(
    'POST',
    '/api/robux/orders/together',
    { items: [{ robuxAmount: ROBUX, gamepassUrl: pass.url, ratePerThousand: 3 }] },
    { 'idempotency-key': 'one' },
  );
const ordersOfNova = async () =>
  (await world.database.asOwner('select 1 from orders where buyer_id = $1', [nova.id])).rows.length;

/** Two calls while nothing is for sale. Roblox answers the first one late, and meanwhile a seller offers stock. */
async function overtaken<Answer>(first: () => Promise<Answer>, second = first): Promise<[Answer, Answer]> {
  await world.control('POST', '/faults', { service: 'game-platform', kind: 'slow', seconds: 2, times: 1 });
  const calls: [Promise<Answer>, Promise<Answer>] = [first(), sleep(300).then(second)];
  await sleep(1_000);
  await world.seller(50_000, 3);
  return Promise.all(calls);
}

test('S4.12 a repeated call is not refused while the first one may still place the order', async () => {
  const [first, second] = await overtaken(order);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  expect(await ordersOfNova()).toBe(1);
});

test('S4.12 a repeated basket gets the outcome of the first one', async () => {
  const [first, second] = await overtaken(basket);
  expect(first.body).toMatchObject({ items: [{ outcome: 'placed' }] });
  expect(second.body).toEqual(first.body);
  expect(await ordersOfNova()).toBe(1);
});

test('S4.12 a key that another call is using is refused for other input', async () => {
  const [first, second] = await overtaken(order, () => order(2 * ROBUX));
  expect([first.status, second.body.code]).toEqual([201, 'key_reused']);
});

test('S4.12 after a refused call its key is free for the call that waited', async () => {
  const gone = { ...pass, url: 'https://www.roblox.com/game-pass/1' };
  const wrong = () => world.order(nova, gone, ROBUX, {}, 'one');
  const [first, second] = await overtaken(wrong, order);
  expect([first.body.code, second.status]).toEqual(['gamepass_not_found', 201]);
  expect(await ordersOfNova()).toBe(1);
});

test('S4.12 a call that waited does not get the answer of a session that has ended meanwhile', async () => {
  const { cookie } = nova;
  const [first, second] = await overtaken(order, async () => {
    const repeated = order();
    await sleep(100);
    await nova.call('POST', '/api/auth/logout', undefined, { cookie });
    return repeated;
  });
  expect([first, second].map(({ body }) => body.code)).toEqual([
    'authentication_required',
    'authentication_required',
  ]);
  expect(await ordersOfNova()).toBe(0);
});
