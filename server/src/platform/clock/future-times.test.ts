import type { StandingOrder } from '@sterling/contract/standing-orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lostPurchase } from '../../../test/lost-purchase.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import type { OnWire } from '../../../test/wire.ts';
import { GameTrouble } from '../../outside/game-platform.ts';
import { OLD_TOKEN_MINUTES } from '../../people/sessions/sessions.ts';
import { ATTEMPT_LOST_SECONDS, JOB_LOST_SECONDS } from '../../people/webhooks/deliveries.ts';
import { RETRY_SECONDS, waitAfter } from '../../people/webhooks/webhooks.rules.ts';
import { MAX_PACE_PAUSE_SECONDS, PACES, pauseCalls, takeCall } from '../../supply/roblox-accounts/pace.ts';
import { LOOK_AFTER_PART, LOOK_FOR_HOURS } from '../../trade/orders/manual/late-purchases.ts';
import { followOrders } from '../../trade/orders/orders.jobs.ts';
import { MAX_PAUSE_SECONDS } from '../../trade/orders/purchasing/answers.rules.ts';
import { STAFF_CHECK_SECONDS } from '../../trade/orders/purchasing/attempts.ts';
import { readWork } from '../../trade/orders/work.reads.ts';
import { runDueRounds } from '../../trade/standing-orders/standing-orders.jobs.ts';
import { byGuard, byPerson, clearWrites, countWrite } from '../limits/limits.ts';
import { followClock } from './clock.jobs.ts';
import { DUE_TIMES, pullBackFutureTimes } from './future-times.ts';

let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
beforeEach(() => world.clear());
afterAll(() => world.close());

/** Sets the database's clock back by moving rows into the future. Triggers are off, because they keep some of these times. */
const setBack = (hours: number, table: string, columns: readonly string[]) =>
  world.database.asOwner(`set session_replication_role = replica;
    update ${table} set ${columns.map((name) => `${name} = ${name} + interval '${hours} hours'`).join(', ')}`);

const pullBack = () => pullBackFutureTimes(world.services.db);
const one = async (query: string) => (await world.database.asOwner(query)).rows[0];

test.each([0, 1, 48])(
  'rare day 11: an open order continues after the database’s clock was set back by %i hours',
  async (hours) => {
    await world.seller(1_000, 3);
    const nova = await world.buyer(1_000);
    const pass = await world.pass(500);
    const placed = await world.order(nova, pass, 500);
    await setBack(hours, 'orders', ['created_at', 'next_check_at']);
    await setBack(hours, 'pgboss.job', ['created_on', 'start_after']);
    await world.database.asOwner(
      `insert into heartbeats values (date_trunc('minute', now() + interval '${hours} hours'))`,
    );
    const stopping = new AbortController();
    const running = [followClock, followOrders].map((follow) => follow(world.orderServices, stopping.signal));
    expect((await world.final(nova, placed)).status).toBe('completed');
    stopping.abort();
    await Promise.all(running);
    expect(await world.purchasesSeen(pass)).toHaveLength(1);
  },
  30_000,
);

test('rare day 11: the wait after a try ends after the database’s clock was set back', async () => {
  await world.seller(1_000, 3);
  const placed = await world.order(await world.buyer(1_000), await world.pass(500), 500);
  const isWaiting = async () => (await readWork(world.services.db, String(placed.body.id)))!.isWaiting;
  const rateLimited = async (): Promise<never> => {
    throw new GameTrouble({ kind: 'rate_limited', retryAfterSeconds: 5 }, 'balance');
  };
  await world.work(placed, { robuxBalance: rateLimited });
  await setBack(48, 'orders', ['next_check_at', 'not_before']);
  expect(await isWaiting()).toBe(true);
  await pullBack();
  expect(await isWaiting()).toBe(false);
});

test('rare day 11: an unclear purchase is neither repeated early nor late, and is bought once', async () => {
  const lost = await lostPurchase(world);
  await setBack(48, 'purchase_attempts', ['marked_at', 'call_ended_at']);
  await pullBack();
  const { attempt } = (await readWork(world.services.db, lost.id))!;
  for (const sinceMs of [attempt!.ageMs, attempt!.callEndedMs]) {
    expect(sinceMs).toBeGreaterThanOrEqual(0);
    expect(sinceMs).toBeLessThan(5_000);
  }
  await lost.takeEffect();
  await lost.workUntil({}, 'completed');
  await lost.isPaidOnce();
});

test('rare day 11: an account keeps its pace, and its pause ends in time', async () => {
  const { accountId } = await world.seller(1_000, 3);
  const { db } = world.services;
  const take = () => takeCall(db, accountId, PACES.production!, 8_000);
  await take();
  await pauseCalls(db, accountId, 300);
  await setBack(48, 'account_paces', ['counted_at', 'paused_until']);
  await pullBack();
  expect(await take()).toBe(0);
});

test('rare day 11: the balance of an account is read again, and the new one counts', async () => {
  const { accountId } = await world.seller(1_000, 3);
  await setBack(48, 'roblox_accounts', ['balance_due_at', 'balance_read_at']);
  await pullBack();
  expect(
    await one(`select balance_due_at <= now() as due, balance_read_at <= now() as read
      from roblox_accounts where id = '${accountId}'`),
  ).toEqual({ due: true, read: true });
});

test('rare day 11: a used up limit ends after its window, and guesses are not given back', async () => {
  const { db } = world.services;
  const writes = byPerson('nova', 3);
  const guesses = byGuard('code', 'nova', { max: 3, windowSeconds: 3_600 });
  for (let n = 0; n < 3; n += 1) for (const limit of [writes, guesses]) await countWrite(db, limit);
  await setBack(48, 'writes', ['at']);
  await pullBack();
  for (const limit of [writes, guesses]) {
    const { waitSeconds } = (await countWrite(db, limit)) as { waitSeconds: number };
    expect(waitSeconds).toBeGreaterThan(3_500);
    expect(waitSeconds).toBeLessThanOrEqual(3_600);
  }
  await db.transaction().execute(clearWrites);
  expect(await countWrite(db, writes)).toHaveProperty('remaining', 2);
  expect(await countWrite(db, guesses)).toHaveProperty('waitSeconds');
});

test('rare day 11: a standing order places no round twice, and tries a planned one in time', async () => {
  await world.seller(50_000, 3);
  const nova = await world.buyer(10_000);
  const { url: gamepassUrl } = await world.pass(1_000);
  const order = { robuxAmount: 1_000, ratePerThousand: 3, gamepassUrl, weekday: 3, hour: 9 };
  expect((await nova.call('POST', '/api/standing-orders', order)).status).toBe(201);
  const times = () => one('select next_at, try_at from standing_orders');
  const rounds = async () =>
    ((await nova.call('GET', '/api/standing-orders')).body as unknown as OnWire<typeof StandingOrder>[])[0]!
      .rounds;
  // its round was placed while the clock was two weeks ahead, so the next one is planned three weeks from now
  await setBack(24 * 14, 'standing_orders', ['next_at', 'try_at']);
  const planned = await times();
  await pullBack();
  expect(await times()).toEqual(planned);
  await runDueRounds(world.services);
  expect(await rounds()).toEqual([]);
  // a worker had claimed a round for a minute when the clock was ahead, and the round is due now
  await world.database.asOwner(
    `update standing_orders set next_at = now() - interval '1 minute', try_at = now() + interval '2 days'`,
  );
  await pullBack();
  await runDueRounds(world.services);
  expect(await rounds()).toMatchObject([{ outcome: 'placed' }]);
});

test('times that can be right are not changed', async () => {
  await world.seller(1_000, 3);
  const placed = await world.order(await world.buyer(1_000), await world.pass(500), 500);
  const ofOrder = `where id = '${placed.body.id}'`;
  await world.database.asOwner(`update orders set next_check_at = now() + interval '75 seconds' ${ofOrder}`);
  const read = () => one(`select next_check_at from orders ${ofOrder}`);
  const before = await read();
  await pullBack();
  expect(await read()).toEqual(before);
});

/** Times for which something waits, and that stay. */
const NOT_PULLED_BACK = [
  // deadlines that people were told
  ...['orders.manual_deadline', 'factor_resets.due_at', 'withdrawals.waits_until'],
  // Roblox's own
  'roblox_accounts.restricted_until',
  // a limit of a day, which stays used up
  'pre_orders.limited_until',
  // the week's plan, and what it was
  ...['standing_orders.next_at', 'standing_order_rounds.due_at'],
];

test('each column with a due time is pulled back or has a reason to stay', async () => {
  const { rows } = await world.database.asOwner(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type like 'timestamp%'
      and column_name ~ '(due(_at)?|next_.*at|send_at|try_at|_until|not_before|deadline)$'`);
  const pulledBack = DUE_TIMES.map(({ table, column }) => `${table}.${column}`);
  const left = rows.map(({ name }) => name).filter((name) => !pulledBack.includes(name));
  expect(left.sort()).toEqual([...NOT_PULLED_BACK].sort());
});

const webhookWaits = RETRY_SECONDS.map((_, tried) => waitAfter(tried + 1, null, 1)!);

test.each<[table: string, column: string, seconds: number]>([
  ['orders', 'not_before', MAX_PAUSE_SECONDS],
  ['orders', 'next_check_at', Math.max(STAFF_CHECK_SECONDS, MAX_PAUSE_SECONDS)],
  ['late_purchases', 'next_look_at', LOOK_FOR_HOURS * LOOK_AFTER_PART * 3_600],
  ['account_paces', 'paused_until', MAX_PACE_PAUSE_SECONDS],
  ['webhook_deliveries', 'due_at', Math.max(...webhookWaits)],
  ['webhook_deliveries', 'queued_until', Math.max(JOB_LOST_SECONDS, ATTEMPT_LOST_SECONDS)],
  ['webhook_deliveries', 'sending_until', ATTEMPT_LOST_SECONDS],
  ['sessions', 'previous_until', OLD_TOKEN_MINUTES * 60],
])('rare day 11: no pause of %s.%s is cut short', async (table, column, seconds) => {
  const { longest } = DUE_TIMES.find((time) => time.table === table && time.column === column)!;
  const { most } = await one(`select extract(epoch from interval '${longest}')::float8 as most`);
  expect(most).toBeGreaterThanOrEqual(seconds);
});
