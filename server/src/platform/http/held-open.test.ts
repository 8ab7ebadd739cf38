import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@sterling/contract/api.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { type HeldCall, holdCall } from '../../../test/held-call.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { inAuthorisedTransaction } from '../../people/sessions/authority.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import { createListing } from '../../trade/listings/listings.ts';

/** Calls that were begun before the caller lost the right to make them, over a real socket. */
let world: TestApp;
let origin: string;
let otto: Caller;
let sela: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
  otto = await world.signIn('otto', 'admin', true);
});
afterAll(() => world.close());
beforeEach(async () => {
  sela = await world.signIn('sela', 'seller');
});

const LISTING = {
  title: 'Golden Dragon Egg',
  itemType: 'limited_items',
  quantity: 1,
  pricePerUnit: 5,
  deliveryTime: '1 hour',
} as const;

/** Begins to create a listing. The wait lets the server handle the headers. */
async function begin(who: Caller): Promise<HeldCall> {
  const call = await holdCall(origin, { path: '/api/listings', cookie: who.cookie, body: LISTING });
  await sleep(200);
  return call;
}

const listingsOf = async (who: Caller) => {
  const text = "select 1 from listings where seller_id = $1 and status = 'active'";
  return (await world.database.asOwner(text, [who.id])).rows.length;
};
const edit = (who: Caller, body: object) => otto.call('PATCH', `/api/admin/users/${who.id}`, body);
const stop = (enabled: boolean) => otto.call('POST', '/api/admin/emergency-shutdown', { enabled });

test('access 1: a call that is finished while its caller may make it is carried out', async () => {
  expect((await (await begin(sela)).finish()).status).toBe(201);
  expect(await listingsOf(sela)).toBe(1);
});

test.each([
  ['a logout', 401, () => sela.call('POST', '/api/auth/logout')],
  ['a ban', 401, () => edit(sela, { isBanned: true })],
  ['a change of role', 403, () => edit(sela, { role: 'buyer' })],
])('access 1: a call that was begun before %s is refused with %i', async (_what, status, lose) => {
  const call = await begin(sela);
  expect((await lose()).status).toBe(200);
  expect((await call.finish()).status).toBe(status);
  expect(await listingsOf(sela)).toBe(0);
});

test('access 1: a change of a setting that an admin began before the demotion is refused', async () => {
  const ada = await world.signIn('ada', 'admin');
  const path = '/api/admin/settings/maintenance_mode';
  const body = { value: { enabled: true } };
  const call = await holdCall(origin, { method: 'PUT', path, cookie: ada.cookie, body });
  await sleep(200);
  await edit(ada, { role: 'seller' });
  expect((await call.finish()).body).toMatchObject({ code: 'admin_required' });
});

test('access 1: a withdrawal that was begun before the emergency stop is refused', async () => {
  const body = { amount: 10, ltcAddress: 'rltc1qnotanaddress', walletType: 'seller' };
  const call = await holdCall(origin, { path: '/api/wallet/withdraw', cookie: sela.cookie, body });
  await sleep(200);
  await stop(true);
  expect((await call.finish()).body).toMatchObject({
    code: 'service_unavailable',
    hint: 'Payments are paused. Please try again later.',
  });
  await stop(false);
});

test.each([
  ['ban', 'update users set is_banned = true where id = ', 401],
  ['logout', 'delete from sessions where user_id = ', 401],
  ['change of role', "update users set role = 'buyer' where id = ", 403],
])(
  'access 1: a %s that commits while the call waits for its transaction wins',
  async (_what, text, status) => {
    const losing = await openTransaction(world.services.db, async (tx) => {
      await sql`${sql.raw(text)} ${sela.id}`.execute(tx);
    });
    const call = sela.call('POST', '/api/listings', LISTING);
    await lockIsAwaited(world.database);
    losing.release();
    await losing.finished;
    expect((await call).status).toBe(status);
    expect(await listingsOf(sela)).toBe(0);
  },
);

test('access 1: a ban waits for a call in its transaction, and then finds what it did', async () => {
  const authority = { endpoint: api.listings.create, caller: await callerOf(sela) };
  const listed = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const call = inAuthorisedTransaction(world.services.db, authority, async (tx) => {
    const price = { pricePerUnit: 500 as Cents };
    await createListing(tx, sela.id, { ...LISTING, ...price });
    listed.resolve();
    await released.promise;
  });
  await listed.promise;
  const ban = edit(sela, { isBanned: true });
  await lockIsAwaited(world.database);
  released.resolve();
  await call;
  expect((await ban).status).toBe(200);
  expect(await listingsOf(sela)).toBe(0);
});

async function callerOf({ id }: Caller): Promise<CurrentUser> {
  const { rows } = await world.database.asOwner('select id from sessions where user_id = $1', [id]);
  const sessionId = String(rows[0]!.id);
  const session = {
    sessionId,
    rotationDue: false,
    isSeenDue: false,
    hasFactor: false,
    isChecked: false,
  };
  return { id, role: 'seller', isOwner: false, ...session };
}
