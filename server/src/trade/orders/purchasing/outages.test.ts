import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Called, Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import { UNVERIFIED_PURCHASE } from '../../../supply/roblox-accounts/off-sale.rules.ts';
import { returnAccounts } from '../../../supply/roblox-accounts/returning.jobs.ts';
import { lookForLatePurchases } from '../manual/late-purchases.jobs.ts';
import { endRestrictions } from './restrictions.jobs.ts';

/** Short outages of one read, and accounts that rest until their purchase is decided. The worker runs. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

test.each([
  ['the balance', '/user/currency'],
  ['the records', '/transactions'],
  ['the ownership', 'is-owned'],
])(
  'rare day 7: an outage of %s during an unclear purchase escalates nothing',
  async (_name, path) => {
    const { sela, nova, placed } = await lostPurchase();
    await world.fault({ path, status: 503, times: 10_000 });
    for (let checks = 0; checks < 12; checks += 1) {
      await makeDue(placed);
      await sleep(500);
    }
    expect(await stateOf(placed)).toBe('unclear');
    const recoveredAt = Date.now();
    await world.control('DELETE', '/faults');
    expect(await world.final(nova, placed)).toMatchObject({ status: 'completed' });
    expect(Date.now() - recoveredAt).toBeLessThan(30_000);
    expect(await world.accountOf(sela)).toMatchObject({ status: 'online' });
  },
  90_000,
);

test('rare day 7: an account returns to sale when its escalated purchase is found', async () => {
  const { sela, nova, pass, placed } = await escalated();
  await returnAccounts(world.services);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'offline', statusReason: UNVERIFIED_PURCHASE });
  await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  await makeDue(placed);
  expect((await world.final(nova, placed)).status).toBe('completed');
  await returnAccounts(world.services);
  expect(await world.accountOf(sela)).toMatchObject({
    status: 'online',
    statusReason: null,
    robuxBalance: 3_999,
  });
}, 60_000);

test('rare day 7: an account returns to sale when staff decides, but not if its seller took it off sale', async () => {
  const { sela, placed } = await escalated();
  const resting = await escalated();
  await resting.sela.call('PUT', `/api/roblox-accounts/${resting.sela.accountId}`, { status: 'offline' });
  for (const { body } of [placed, resting.placed]) await reject(String(body.id));
  await returnAccounts(world.services);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'online', statusReason: null });
  expect(await world.accountOf(resting.sela)).toMatchObject({ status: 'offline', statusReason: null });
}, 90_000);

test('rare day 7: a purchase that shows up after staff rejected its unclear order opens a review, and the house pays it once', async () => {
  const { sela, nova, pass, placed } = await escalated();
  await reject(String(placed.body.id));
  expect(await world.wallet(nova)).toMatchObject({ posted: 1_000, held: 0 });
  await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  await world.database.asOwner(`update late_purchases set next_look_at = now()`);
  await lookForLatePurchases(world.orderServices);
  const otto = await world.signIn('otto', 'admin', true);
  const { body } = await otto.call('GET', '/api/admin/reviews?kind=late_purchase');
  const [review, ...more] = body as unknown as { id: string; facts: object }[];
  expect(more).toEqual([]);
  expect(review!.facts).toMatchObject({ orderId: placed.body.id, paidRobux: 1_000, orderNow: 'failed' });
  const approve = () =>
    otto.call('POST', `/api/admin/reviews/${review!.id}`, { decision: 'approve', reason: 'It was bought' });
  expect([(await approve()).status, (await approve()).status]).toEqual([200, 409]);
  expect((await world.wallet(sela, 'seller')).posted).toBe(300);
}, 60_000);

test('rare day 7: an account with another reason to be off sale keeps that reason', async () => {
  const { sela, placed } = await escalated(async (seller) => {
    await world.database.asOwner(
      `update roblox_accounts set status = 'offline', status_reason = 'Roblox has moderated this account.' where id = $1`,
      [seller.accountId],
    );
  });
  await reject(String(placed.body.id));
  await returnAccounts(world.services);
  expect(await world.accountOf(sela)).toMatchObject({
    status: 'offline',
    statusReason: 'Roblox has moderated this account.',
  });
}, 60_000);

test('rare day 7: an account that cannot be checked yet is checked again after 20 seconds', async () => {
  const { sela, placed } = await escalated();
  await reject(String(placed.body.id));
  await world.fault({ path: '/user/currency', status: 503, times: 1_000 });
  expect(await returnAccounts(world.services)).toBe(1);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'offline' });
  await world.control('DELETE', '/faults');
  expect(await returnAccounts(world.services)).toBe(0);
  await world.database.asOwner(
    `update roblox_accounts set return_due_at = return_due_at - interval '20 seconds'`,
  );
  expect(await returnAccounts(world.services)).toBe(1);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'online' });
}, 90_000);

/** Each case: what would put an account on sale, and what may take it off sale before its purchase is escalated. */
const WAYS_BACK: Record<string, { before?: string; back: (sela: Seller) => Promise<unknown> }> = {
  'its seller': {
    back: (sela) => sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, { status: 'online' }),
  },
  'the end of a pause by staff': {
    before: 'select pause_seller(user_id) from roblox_accounts where id = $1',
    back: (sela) => world.database.asOwner('select resume_seller($1)', [sela.id]),
  },
  'the end of a restriction': {
    before: `update roblox_accounts set status = 'offline', restricted_until = now() + interval '1 hour' where id = $1`,
    back: async ({ accountId }) => {
      await world.database.asOwner('update roblox_accounts set restricted_until = now() where id = $1', [
        accountId,
      ]);
      await expect
        .poll(() => endRestrictions(world.orderServices).then(() => isRestricted(accountId)))
        .toBe(false);
    },
  },
};

async function isRestricted(accountId: string): Promise<boolean> {
  const account = world.services.db.selectFrom('robloxAccounts').where('id', '=', accountId);
  return (await account.select('restrictedUntil').executeTakeFirstOrThrow()).restrictedUntil !== null;
}

test.each(Object.entries(WAYS_BACK))(
  'an account whose purchase is not decided is not put on sale by %s',
  async (_name, { before, back }) => {
    const { sela, placed } = await escalated(async ({ accountId }) => {
      if (before) await world.database.asOwner(before, [accountId]);
    });
    await back(sela);
    expect(await world.accountOf(sela)).toMatchObject({
      status: 'offline',
      statusReason: UNVERIFIED_PURCHASE,
    });
    await reject(String(placed.body.id));
    // an account that is being checked is left out, and due again later
    const returned = async () => {
      await world.database.asOwner('update roblox_accounts set return_due_at = null');
      await returnAccounts(world.services);
      return world.accountOf(sela);
    };
    await expect.poll(returned).toMatchObject({ status: 'online', statusReason: null });
  },
  60_000,
);

interface Bought {
  readonly sela: Seller;
  readonly nova: Caller;
  readonly pass: Awaited<ReturnType<OrderWorld['pass']>>;
  readonly placed: Called;
}

/** An order whose purchase was lost before Roblox acted. */
async function lostPurchase(): Promise<Bought> {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  await world.fault({ method: 'POST', path: `/${pass.productId}/purchase`, kind: 'reset-before' });
  const placed = await world.order(nova, pass, 1_000);
  await expect.poll(() => stateOf(placed), { timeout: 10_000, interval: 5 }).toBe('unclear');
  return { sela, nova, pass, placed };
}

/** As `lostPurchase`, and the account's balance changed, so that nothing decides it. */
async function escalated(
  before: (sela: Seller) => Promise<unknown> = async () => undefined,
): Promise<Bought> {
  const order = await lostPurchase();
  await world.control('PATCH', `/game/accounts/${order.sela.game.id}`, { robux: 4_999 });
  await before(order.sela);
  await expect
    .poll(
      async () => {
        await makeDue(order.placed);
        return stateOf(order.placed);
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe('manual');
  return order;
}

async function reject(orderId: string): Promise<void> {
  const admin = await world.signIn('ruth', 'admin');
  const { body } = await admin.call('GET', '/api/admin/reviews?kind=manual_order');
  const review = (body as unknown as { id: string; subjectId: string }[]).find(
    ({ subjectId }) => subjectId === orderId,
  );
  const ruling = { decision: 'reject', reason: 'The pass was never bought' };
  expect((await admin.call('POST', `/api/admin/reviews/${review!.id}`, ruling)).status).toBe(200);
}

const makeDue = ({ body }: Called) =>
  world.database.asOwner('update orders set next_check_at = now() where id = $1 and ended_at is null', [
    body.id,
  ]);

async function stateOf({ body }: Called): Promise<string> {
  const { rows } = await world.database.asOwner('select status from orders where id = $1', [body.id]);
  return rows[0]!.status;
}
