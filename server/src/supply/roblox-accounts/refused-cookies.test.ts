import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { MAY_NOT_BUY } from '../../trade/orders/purchasing/purchase.rules.ts';
import { COOKIE_REFUSED } from './off-sale.rules.ts';
import { takeOffSale } from './off-sale.ts';
import { returnAccounts } from './returning.jobs.ts';
import { refreshBalances } from './roblox-accounts.jobs.ts';
import { deactivate } from './roblox-accounts.ts';

/** Roblox's sign-in has an outage: it answers every cookie with 401. The cookies are as good as before. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  await world.control('DELETE', '/faults');
  await world.clear();
});
afterAll(() => world.close());

const refuseAll = () =>
  world.fault({
    path: '/users/authenticated',
    status: 401,
    times: 10_000,
    body: { errors: [{ code: 0, message: 'Authorization has been denied for this request.' }] },
  });
const minutesPass = (minutes: number) =>
  world.database.asOwner(
    `update roblox_accounts set balance_due_at = balance_due_at - interval '${minutes} minutes',
       return_due_at = return_due_at - interval '${minutes} minutes'`,
  );
const checked = () => returnAccounts(world.services);
const statusOf = async (seller: Seller) => (await world.accountOf(seller)).status;

const refuseAgain = (seller: Seller) =>
  inTransaction(world.services.db, (tx) =>
    takeOffSale(tx, String(seller.accountId), { status: 'invalid_cookie', reason: COOKIE_REFUSED }),
  );

async function refused(): Promise<Seller> {
  const sela = await world.seller(5_000, 3);
  await refuseAll();
  await minutesPass(12);
  await refreshBalances(world.services);
  expect(await world.accountOf(sela)).toMatchObject({
    status: 'invalid_cookie',
    statusReason: COOKIE_REFUSED,
  });
  return sela;
}

test('an account whose cookie Roblox refused during an outage returns to sale', async () => {
  const sela = await refused();
  expect(await checked()).toBe(1);
  // the outage lasts
  expect(await checked()).toBe(0);
  await minutesPass(15);
  expect(await checked()).toBe(1);
  expect(await statusOf(sela)).toBe('invalid_cookie');
  await world.control('DELETE', '/faults');
  expect(await checked()).toBe(0);
  await minutesPass(15);
  expect(await checked()).toBe(1);
  expect(await world.accountOf(sela)).toMatchObject({ status: 'online', statusReason: null });
});

test('an account that has returned is checked immediately if it is refused again', async () => {
  const sela = await refused();
  expect(await checked()).toBe(1);
  await world.control('DELETE', '/faults');
  await minutesPass(15);
  expect(await checked()).toBe(1);
  await refuseAgain(sela);
  expect(await checked()).toBe(1);
  expect(await statusOf(sela)).toBe('online');
});

test('an account that is refused again after each return stays off sale, because it would take orders in vain', async () => {
  const sela = await world.seller(5_000, 3);
  for (let refusals = 1; refusals <= 3; refusals += 1) {
    await refuseAgain(sela);
    expect(await checked()).toBe(1);
    expect(await statusOf(sela)).toBe('online');
  }
  await refuseAgain(sela);
  expect(await checked()).toBe(0);
  expect(await statusOf(sela)).toBe('invalid_cookie');
});

test('a cookie that has been refused for six hours is not checked again', async () => {
  await refused();
  await world.database.asOwner(
    `set session_replication_role = replica; update account_events set at = at - interval '6 hours'`,
  );
  expect(await checked()).toBe(0);
});

test('an account that its seller has taken off sale does not return', async () => {
  const sela = await refused();
  await inTransaction(world.services.db, (tx) => deactivate(tx, String(sela.accountId)));
  await world.control('DELETE', '/faults');
  expect(await checked()).toBe(0);
  expect(await statusOf(sela)).toBe('invalid_cookie');
});

test('an account whose cookie reads but may not buy does not return, because its next purchase would fail too', async () => {
  const sela = await world.seller(5_000, 3);
  await inTransaction(world.services.db, (tx) => takeOffSale(tx, String(sela.accountId), MAY_NOT_BUY));
  expect(await checked()).toBe(0);
  expect(await statusOf(sela)).toBe('invalid_cookie');
});
