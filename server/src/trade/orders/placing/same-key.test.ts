import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import type { GamePlatform } from '../../../outside/game-platform.ts';
import { lockName } from '../../../platform/db/lock-name.ts';

/** A program repeats a call whose answer it did not wait for, while Roblox still answers the first one. */
let world: OrderWorld;
let nova: Caller;
let pass: SandboxPass;
let askRoblox: GamePlatform['gamepass'];
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  askRoblox = world.services.game.gamepass;
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

/** Makes a call, and returns when it has asked Roblox, which answers only after `answer`. */
async function asking<Answer>(call: () => Promise<Answer>): Promise<{ answer(): Promise<Answer> }> {
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  vi.spyOn(world.services.game, 'gamepass').mockImplementationOnce(async (id) => {
    asked.resolve();
    await mayAnswer.promise;
    return askRoblox(id);
  });
  const called = call();
  await asked.promise;
  return {
    answer: () => {
      mayAnswer.resolve();
      return called;
    },
  };
}

/** Two calls while nothing is for sale. Roblox answers the first one late, and meanwhile a seller offers stock. */
async function overtaken<Answer>(first: () => Promise<Answer>, second = first): Promise<[Answer, Answer]> {
  const early = await asking(first);
  const late = await second();
  await world.seller(50_000, 3);
  return [await early.answer(), late];
}

test('S4.12 a call has no effect after its repetition was refused, and the key can be used again', async () => {
  const [first, second] = await overtaken(order);
  expect([first.status, first.body.code]).toEqual([409, 'overtaken']);
  expect(second.body.code).toBe('out_of_stock');
  expect(await ordersOfNova()).toBe(0);
  const third = await order();
  const fourth = await order();
  expect([third.status, fourth.status]).toEqual([201, 201]);
  expect(fourth.body.id).toBe(third.body.id);
  expect(await ordersOfNova()).toBe(1);
});

test('S4.12 a basket gets the outcome that its repetition had', async () => {
  const [first, second] = await overtaken(basket);
  expect(second.body).toMatchObject({ items: [{ outcome: 'refused' }] });
  expect(first.body).toEqual(second.body);
  expect(await ordersOfNova()).toBe(0);
});

test('S4.12 a call has no effect after a call with other input and its key was refused', async () => {
  const [first, second] = await overtaken(order, () => order(2 * ROBUX));
  expect([first.body.code, second.body.code]).toEqual(['overtaken', 'price_mismatch']);
});

const gone = () =>
  world.order(nova, { ...pass, url: 'https://www.roblox.com/game-pass/1' }, ROBUX, {}, 'one');

test('S4.12 a refused call does not stop a later one with its key', async () => {
  await world.seller(50_000, 3);
  const first = await asking(gone);
  const second = await asking(order);
  expect((await first.answer()).body.code).toBe('gamepass_not_found');
  expect((await second.answer()).status).toBe(201);
  expect(await ordersOfNova()).toBe(1);
});

test('S4.12 a call that is refused after another one had its effect says so', async () => {
  await world.seller(50_000, 3);
  const first = await asking(gone);
  expect((await order()).status).toBe(201);
  expect((await first.answer()).body.code).toBe('key_reused');
  expect((await order()).headers['idempotency-replayed']).toBe('true');
});

test('S4.12 a call has no effect if its caller left before the server began it', async () => {
  await world.seller(50_000, 3);
  const { origin, host, port } = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
  const body = JSON.stringify({ robuxAmount: ROBUX, gamepassUrl: pass.url, ratePerThousand: 3 });
  const headers = { origin, host, cookie: nova.cookie, 'idempotency-key': 'one' };
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'content-length': body.length,
  });
  const call = `POST /api/robux/orders HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}`;
  const lookUp = await openTransaction(world.database.db, async (tx) => {
    await sql`lock table idempotency_keys`.execute(tx);
  });
  const socket = connect(Number(port)).resume();
  const hasLeft = once(socket, 'close');
  socket.end(`${call}\r\n\r\n${body}`);
  await lockIsAwaited(world.database);
  await hasLeft;
  lookUp.release();
  await lookUp.finished;
  const next = await order();
  // a call that had an effect would keep the key from this one
  expect([next.status, next.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect(await ordersOfNova()).toBe(1);
});

test('S4.12 an order whose batch waits for stock is not placed after its repetition was refused', async () => {
  await world.seller(50_000, 3);
  const { finished, release } = await openTransaction(world.database.db, (tx) => lockName(tx, 'stock'));
  const first = order();
  await lockIsAwaited(world.database);
  expect((await gone()).body.code).toBe('gamepass_not_found');
  release();
  await finished;
  expect((await first).body.code).toBe('overtaken');
  expect(await ordersOfNova()).toBe(0);
});
