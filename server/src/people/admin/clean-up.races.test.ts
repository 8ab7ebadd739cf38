import { cents } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { actWithin } from '../../../test/acting.ts';
import type { Caller } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { account, lockWallet, walletBalance } from '../../money/ledger/ledger.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { requestWithdrawal } from '../../money/withdrawals/withdrawals.ts';
import { isDeleted } from '../../trade/reviews/parties.ts';
import { correct } from './corrections.ts';

let world: OrderWorld;
let otto: Caller;
let sela: Caller;
beforeEach(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
  otto = await world.signIn('otto', 'admin', true);
  sela = await world.signIn('sela', 'seller');
  await credit(world.services.db, sela.id, 5_000, { wallet: 'seller' });
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.close();
});

const clean = () => otto.call('POST', '/api/admin/clean-database', { confirm: 'CLEAN' });
const wish = () => ({ amount: cents(2_000), ltcAddress: freshAddress() });
const request = () =>
  sela.call('POST', '/api/wallet/withdraw', { amount: 20, ltcAddress: freshAddress(), walletType: 'seller' });

test('rare day 24: a withdrawal that commits while the database is about to be cleaned stops that', async () => {
  const { db } = world.services;
  const requesting = await openTransaction(db, async (tx) => {
    await requestWithdrawal(tx, { id: sela.id, isOwner: false }, wish(), 'regtest');
  });
  const cleaning = clean();
  await Promise.race([cleaning, lockIsAwaited(world.database)]);
  requesting.release();
  await requesting.finished;
  expect(await cleaning).toMatchObject({ status: 409, body: { code: 'money_under_way' } });
  expect((await walletBalance(db, sela.id, 'seller')).posted).toBe(5_000);
});

test('rare day 24: a clean-up and a request that holds its wallet already both end, and one of them wins', async () => {
  const { db } = world.services;
  const locked = Promise.withResolvers<void>();
  const requesting = db.transaction().execute(async (tx) => {
    await lockWallet(tx, account.seller(sela.id));
    locked.resolve();
    await lockIsAwaited(world.database);
    return requestWithdrawal(tx, { id: sela.id, isOwner: false }, wish(), 'regtest');
  });
  await locked.promise;
  const [cleaned, requested] = await Promise.all([clean(), requesting.then(() => 'requested', String)]);
  const open = await db.selectFrom('withdrawals').select('state').execute();
  expect([cleaned.status, requested, open]).toEqual(
    cleaned.status === 200
      ? [200, expect.stringContaining('deadlock'), []]
      : [409, 'requested', [{ state: 'approved' }]],
  );
});

test('rare day 24: a correction that is being made ends before its user is deleted, so no money stays in the wallet', async () => {
  const { db } = world.services;
  const correction = {
    userId: sela.id,
    walletType: 'seller',
    amount: cents(10_000),
    reason: 'A refund',
  } as const;
  const locked = Promise.withResolvers<void>();
  const correcting = db.transaction().execute(async (tx) => {
    // the first lock of `correct()`
    await isDeleted(tx, sela.id);
    locked.resolve();
    await lockIsAwaited(world.database);
    return actWithin(tx, otto.id, () => correct(tx, otto.id, correction));
  });
  await locked.promise;
  const [cleaned] = await Promise.all([clean(), correcting]);
  expect(cleaned.status).toBe(200);
  expect((await walletBalance(db, sela.id, 'seller')).posted).toBe(0);
});

test('during an emergency stop nothing is cleaned, because that would move every wallet to the house', async () => {
  await setSetting(world.database, 'emergency_shutdown', { enabled: true });
  for (const answer of [await clean(), await otto.call('POST', '/api/admin/clear-test-balances', {})])
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect((await walletBalance(world.services.db, sela.id, 'seller')).posted).toBe(5_000);
});

test('rare day 24: of a clean-up and many requests, either one withdrawal is requested or the database is cleaned', async () => {
  const answers = await Promise.all([request(), clean(), request(), clean()]);
  const requested = answers.filter(({ status }) => status === 201).length;
  const cleaned = answers.filter(({ body }) => 'cleared' in body).length;
  // a call that loses a deadlock, or waits too long for a lock, changes nothing and may be tried again
  const broken = answers.map(({ status }) => status).filter((status) => status >= 500 && status !== 503);
  expect(broken).toEqual([]);
  const { db } = world.services;
  const open = await db.selectFrom('withdrawals').select('state').execute();
  expect(open).toHaveLength(requested);
  expect(requested > 0 && cleaned > 0).toBe(false);
  expect((await walletBalance(db, sela.id, 'seller')).posted).toBe(cleaned > 0 ? 0 : 5_000);
});

test('S7.05 a clean-up ends the withdrawals that wait, except those of owners', async () => {
  const { db } = world.services;
  await setSetting(world.database, 'new_address_wait', { hours: 24 });
  await credit(db, otto.id, 5_000, { wallet: 'seller' });
  const wanted = () => ({ amount: 20, ltcAddress: freshAddress(), walletType: 'seller' });
  for (const who of [sela, otto])
    expect((await who.call('POST', '/api/wallet/withdraw', wanted())).status).toBe(201);
  expect((await clean()).status).toBe(200);
  expect(await walletBalance(db, sela.id, 'seller')).toMatchObject({ posted: 0, held: 0 });
  const states = await db.selectFrom('withdrawals').select(['userId', 'state', 'reason']).execute();
  expect(states).toHaveLength(2);
  expect(states.find(({ userId }) => userId === sela.id)).toMatchObject({
    state: 'failed',
    reason: 'Sterling was cleaned',
  });
  expect(states.find(({ userId }) => userId === otto.id)).toMatchObject({ state: 'requested' });
});
