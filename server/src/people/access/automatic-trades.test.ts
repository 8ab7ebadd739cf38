import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { newsOf } from '../../../test/news.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { setWantedRates } from '../../supply/price-rules/price-rules.jobs.ts';
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
  expect(latest).toContain('You signed out everywhere else. 1 standing order was paused.');
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
    'Standing order added: It buys 1,000 Robux every week for at most $6.00. Gamepass: VIP. If this was not you, delete the standing order, sign out everywhere else under Security and data, and tell our team.',
  ]);
});

/** A rule that sets this rate. */
const ruleFor = (accountId: string, rate: number) => ({
  name: 'Fixed',
  accountIds: [accountId],
  floor: rate,
  ceiling: rate,
  baseRate: rate,
  belowCents: null,
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
});

test('access 13: signing out everywhere else turns price rules off, and rates that the person sets stay', async () => {
  const sela = await world.seller(10_000, 4);
  const thief = await thiefOf(sela);
  const added = await thief.call('POST', '/api/price-rules', ruleFor(sela.accountId, 1));
  expect([added.status, added.body.message]).toEqual([201, undefined]);
  await setWantedRates(world.services);
  expect((await newsOf(sela))[0]).toBe(
    'Price rule added: “Fixed” sets rates from $1.00 to $1.00 per 1,000. If this was not you, delete the rule, sign out everywhere else under Security and data, and tell our team.',
  );
  // the person notices the price, signs out everywhere else and sets the rate again
  expect((await sela.call('DELETE', '/api/auth/sessions')).status).toBe(200);
  expect((await newsOf(sela))[0]).toContain('1 price rule was turned off. Check the rates of your accounts.');
  const path = `/api/roblox-accounts/${sela.accountId}`;
  expect((await sela.call('PUT', path, { ratePerThousand: 4 })).status).toBe(200);
  await setWantedRates(world.services);
  const bought = await world.order(await world.buyer(10_000), await world.pass(1_000), 1_000);
  expect(bought.body.totalPrice).toBe('4.00');
});

test('access 4: the person is told that a price rule changed, once until they have read it', async () => {
  const sela = await world.seller(10_000, 4);
  const { body } = await sela.call('POST', '/api/price-rules', ruleFor(sela.accountId, 4));
  const thief = await thiefOf(sela);
  const change = (rate: number) =>
    thief.call('PATCH', `/api/price-rules/${body.id}`, { floor: rate, ceiling: rate, baseRate: rate });
  const toldOf = async () => (await newsOf(sela)).filter((news) => news.startsWith('Price rule changed'));
  expect([(await change(1)).status, (await change(2)).status]).toEqual([200, 200]);
  expect(await toldOf()).toEqual([
    'Price rule changed: “Fixed” was changed. If this was not you, turn the rule off, sign out everywhere else under Security and data, and tell our team.',
  ]);
  const { entries } = (await sela.call('GET', '/api/inbox')).body as { entries: { id: string }[] };
  await sela.call('POST', '/api/inbox/read', { id: entries[0]!.id, andOlder: true });
  await change(1);
  expect(await toldOf()).toHaveLength(2);
});

test('access 13: accounts that a price rule has paused go on sale again when the person is signed out everywhere', async () => {
  const sela = await world.seller(10_000, 4);
  const added = await sela.call('POST', '/api/price-rules', ruleFor(sela.accountId, 4));
  expect(added.status).toBe(201);
  await world.database.asOwner('update roblox_accounts set is_paused_by_rule = true where id = $1', [
    sela.accountId,
  ]);
  await inTransaction(world.services.db, (tx) => endAccessOf(tx, sela.id, 'staff'));
  await setWantedRates(world.services);
  const { rows } = await world.database.asOwner(
    `select a.is_paused_by_rule as paused, r.is_on as on, (select count(*)::int from price_rule_changes c where c.account_id = a.id) as changes
     from roblox_accounts a join price_rules r on r.id = a.price_rule_id where a.id = $1`,
    [sela.accountId],
  );
  expect(rows).toEqual([{ paused: false, on: false, changes: 1 }]);
});
