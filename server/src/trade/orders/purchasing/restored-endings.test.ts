import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { setEmergencyStop } from '../../../../test/settings.ts';
import { stepNow } from '../../../../test/steps.ts';
import { recordRestore } from '../../../money/restores/restores.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { deleteOldCookies } from '../../../supply/roblox-accounts/order-cookies.ts';

/** An order was bought after the backup, and something else would end it before Roblox is asked. No worker runs. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  await setEmergencyStop(world.database, false);
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(() => world.close());

const buyAtRoblox = (seller: Seller, pass: SandboxPass) =>
  world.control('POST', '/game/buy', { accountId: seller.game.id, passId: pass.id });
const restore = () => inTransaction(world.services.db, (tx) => recordRestore(tx, { cause: 'copy' }));
const otto = () => world.signIn('otto', 'admin', true);

/** The worker's next steps after the owner has lifted the stop. */
async function work(...ids: string[]): Promise<void> {
  await setEmergencyStop(world.database, false);
  await steps(...ids);
}

async function steps(...ids: string[]): Promise<void> {
  for (let times = 0; times < 3; times += 1) for (const id of ids) await stepNow(world.orderServices, id);
}

async function statusOf(id: string): Promise<string> {
  const { status } = await world.services.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow();
  return status;
}

async function bought(): Promise<{ sela: Seller; nova: Caller; pass: SandboxPass; id: string }> {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(1_000);
  const pass = await world.pass(1_000);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 2 });
  await buyAtRoblox(sela, pass);
  await restore();
  return { sela, nova, pass, id: String(placed.body.id) };
}

/** An order in two parts, with the time that cookies are kept already over. */
async function inParts(amount = 1_000, rate = 3) {
  const sellers = [await world.seller(600, rate), await world.seller(500, rate)];
  const nova = await world.buyer(1_000);
  const pass = await world.pass(40);
  expect((await world.order(nova, pass, amount, { buyerCookie: pass.ownerCookie })).status).toBe(201);
  const parts = await world.services.db
    .selectFrom('orders')
    .where('buyerId', '=', nova.id)
    .select('id')
    .orderBy('part')
    .execute();
  await world.database.asOwner(`update order_cookies set created_at = now() - interval '1 hour'`);
  await deleteOldCookies(world.services.db);
  return { sellers, nova, pass, ids: parts.map(({ id }) => id) };
}

test('the cookie of the account is an old one, and no other account fits', async () => {
  const { sela, id } = await bought();
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { cookieValid: false });
  await work(id);
  expect(await statusOf(id)).toBe('manual');
});

test('the gamepass was deleted after its purchase', async () => {
  const { pass, id } = await bought();
  await world.control('PATCH', `/game/passes/${pass.id}`, { deleted: true });
  await work(id);
  expect(await statusOf(id)).toBe('manual');
});

test('Roblox does not answer, so the order waits and is not refunded', async () => {
  const { id } = await bought();
  await world.fault({ path: 'is-owned', kind: 'status', status: 503, times: 1_000 });
  for (let times = 0; times < 3; times += 1) await work(id);
  expect(await statusOf(id)).toBe('pending');
  await world.control('DELETE', '/faults');
  await world.database.asOwner('update orders set not_before = null');
  await work(id);
  expect(await statusOf(id)).toBe('manual');
});

test.each(['buyer', 'seller'] as const)('the %s is banned again', async (side) => {
  const { sela, nova, id } = await bought();
  const { id: banned } = side === 'buyer' ? nova : sela;
  const { status } = await (await otto()).call('PATCH', `/api/admin/users/${banned}`, { isBanned: true });
  expect(status).toBe(200);
  await work(id);
  expect(await statusOf(id)).toBe('manual');
  expect(await world.wallet(nova)).toMatchObject({ held: 200 });
});

test('parts of an order wait for each other longer than the cookie of the buyer is kept', async () => {
  const { sellers, pass, ids } = await inParts();
  for (const seller of sellers) await buyAtRoblox(seller, pass);
  await restore();
  await steps(...ids.toReversed());
  await work(...ids);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['manual', 'manual']);
});

test('staff approve the second part of an order before they reject the first one', async () => {
  const { sellers, nova, pass, ids } = await inParts(1_100, 3.33);
  for (const seller of sellers) await buyAtRoblox(seller, pass);
  await restore();
  await work(...ids);
  for (const [id, decision] of [[ids[1], 'approve'] as const, [ids[0], 'reject'] as const]) {
    const { body } = await (await otto()).call('GET', '/api/admin/reviews?kind=manual_order&state=open');
    const review = (body as unknown as { id: string; subjectId: string }[]).find(
      (one) => one.subjectId === id,
    )!;
    const ruth = await world.signIn('ruth', 'admin');
    const decided = await ruth.call('POST', `/api/admin/reviews/${review.id}`, {
      decision,
      reason: 'Checked',
    });
    expect(decided.status).toBe(200);
    expect(await world.differences()).toEqual([]);
  }
  // 500 Robux alone cost $1.67. After the first 600, as the second part of 1,100, they would have cost $1.66.
  expect(await world.wallet(nova)).toEqual({ posted: 833, held: 0, available: 833 });
  expect((await world.wallet(sellers[1]!, 'seller')).posted).toBe(167);
});

test('without a restore, no part is refunded during an emergency stop', async () => {
  const { nova, ids } = await inParts();
  await setEmergencyStop(world.database, true);
  await steps(...ids);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['pending', 'pending']);
  expect(await world.wallet(nova)).toMatchObject({ held: 300 });
});
