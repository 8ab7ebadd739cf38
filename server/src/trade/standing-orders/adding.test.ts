import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { setEmergencyStop } from '../../../test/settings.ts';

/** Adding a standing order, which commits the buyer to a purchase every week. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterAll(() => world.close());

const add = (who: Caller, gamepassUrl: string, key: string, hour = 9) =>
  who.call(
    'POST',
    '/api/standing-orders',
    { robuxAmount: 1_000, ratePerThousand: 3, gamepassUrl, weekday: 3, hour },
    { 'idempotency-key': key },
  );
const list = async (who: Caller) =>
  (await who.call('GET', '/api/standing-orders')).body as unknown as object[];
const newsOf = async (who: Caller) => (await who.call('GET', '/api/inbox')).body.entries as object[];

test('S9.10 a retry after a lost answer is the same standing order, even at the same time', async () => {
  const nova = await world.buyer(0);
  const { url } = await world.pass(1_000);
  const first = await add(nova, url, 'one');
  expect(first.status).toBe(201);
  expect(await add(nova, url, 'one')).toMatchObject({ status: 201, body: first.body });
  expect([(await list(nova)).length, (await newsOf(nova)).length]).toEqual([1, 1]);

  const together = await Promise.all(Array.from({ length: 4 }, () => add(nova, url, 'two')));
  expect(new Set(together.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  expect(await list(nova)).toHaveLength(2);
  expect((await add(nova, url, 'two', 10)).body.code).toBe('key_reused');
});

test('S9.10 calls at the same time with different keys do not exceed the limit', async () => {
  const nova = await world.buyer(0);
  const { url } = await world.pass(1_000);
  for (let n = 0; n < 18; n += 1) expect((await add(nova, url, `before-${n}`)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => add(nova, url, `last-${n}`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect(await list(nova)).toHaveLength(20);
});

test('S9.10 no standing order is added during an emergency stop', async () => {
  const nova = await world.buyer(0);
  const { url } = await world.pass(1_000);
  await setEmergencyStop(world.database, true);
  expect(await add(nova, url, 'stopped')).toMatchObject({
    status: 503,
    body: { hint: 'Payments are paused. Please try again later.' },
  });
  await setEmergencyStop(world.database, false);
  expect((await add(nova, url, 'stopped')).status).toBe(201);
});
