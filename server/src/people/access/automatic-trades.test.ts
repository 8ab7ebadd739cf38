import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { runDueRounds } from '../../trade/standing-orders/standing-orders.jobs.ts';
import { SESSION_COOKIES } from '../sessions/sessions.reads.ts';
import { createSession } from '../sessions/sessions.ts';
import { endAccessOf } from './access.ts';

/** What trades without the person, and what someone with a stolen session may have set up of it. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  await world.clear();
  await world.database.asOwner('delete from standing_orders');
});
afterAll(() => world.close());

/** A copy of the person's session in the hands of someone else. */
async function thiefOf({ id }: Caller): Promise<Caller> {
  const token = await inTransaction(world.services.db, (tx) =>
    createSession(tx, id, { ip: '203.0.113.9', userAgent: 'thief' }),
  );
  return { id, ...caller(world.app, `${SESSION_COOKIES.plain}=${token}`) };
}

const newsOf = async (who: Caller) =>
  ((await who.call('GET', '/api/inbox')).body.entries as { title: string; text: string }[]).map(
    ({ title, text }) => `${title}: ${text}`,
  );

/** The thief lets the victim buy the thief's own gamepass every week. */
async function victimOfStandingOrder(): Promise<Caller> {
  await world.seller(10_000, 6);
  const nova = await world.buyer(10_000);
  const thief = await thiefOf(nova);
  const pass = await world.pass(1_000);
  const { status } = await thief.call('POST', '/api/standing-orders', {
    robuxAmount: 1_000,
    ratePerThousand: 6,
    gamepassUrl: pass.url,
    weekday: 3,
    hour: 9,
  });
  expect(status).toBe(201);
  return nova;
}

async function ordersNextWeek({ id }: Caller): Promise<number> {
  await world.database.asOwner(
    `update standing_orders set next_at = now() - interval '1 second', try_at = now() where next_at is not null`,
  );
  await runDueRounds(world.services);
  const { rows } = await world.database.asOwner('select count(*)::int as n from orders where buyer_id = $1', [
    id,
  ]);
  return rows[0].n;
}

const standingOrderOf = async (who: Caller) =>
  ((await who.call('GET', '/api/standing-orders')).body as unknown as { id: string }[])[0]!;

test('access 13: signing out everywhere else pauses standing orders, until the person resumes them', async () => {
  const nova = await victimOfStandingOrder();
  expect((await nova.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  const paused = await standingOrderOf(nova);
  expect(paused).toMatchObject({ nextAt: null, pausedBecause: 'signed_out' });
  expect(await ordersNextWeek(nova)).toBe(0);
  const [latest] = await newsOf(nova);
  expect(latest).toContain('You ended all other sessions. 1 standing order was paused.');
  await nova.call('PATCH', `/api/standing-orders/${paused.id}`, { isPaused: false });
  expect(await ordersNextWeek(nova)).toBe(1);
});

test('access 13: a reset of the second factor pauses standing orders', async () => {
  const nova = await victimOfStandingOrder();
  await inTransaction(world.services.db, (tx) => endAccessOf(tx, nova.id, 'factor_reset'));
  expect(await ordersNextWeek(nova)).toBe(0);
});

test('access 4: the person is told that a standing order was added', async () => {
  const nova = await victimOfStandingOrder();
  expect(await newsOf(nova)).toEqual([
    'Standing order added: It buys 1,000 Robux every week for at most $6.00. Gamepass: VIP. If this was not you, delete the standing order, end all other sessions and tell our team.',
  ]);
});
