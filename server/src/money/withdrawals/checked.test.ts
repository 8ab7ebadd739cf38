import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { ageChecks, enrolApp } from '../../../test/factors.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../prices/prices.jobs.ts';

/** When a withdrawal needs a fresh check. */
let world: TestApp;
let sela: Caller;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  await pollPrices(world.services);
});
afterAll(() => world.close());
beforeEach(async () => {
  sela = await world.signIn('sela', 'seller');
  await credit(world.services.db, sela.id, 1_000_000, { wallet: 'seller' });
});

const ASKED = { status: 403, body: { code: 'step_up_required' } };
const ask = (amount: number, ltcAddress: string, key?: string) =>
  sela.call(
    'POST',
    '/api/wallet/withdraw',
    { amount, ltcAddress, walletType: 'seller' },
    key ? { 'idempotency-key': key } : {},
  );
const setLimit = (perDay: number) => sela.call('PUT', '/api/factors/withdrawal-limit', { perDay });

test('access 3: without a second factor, a withdrawal needs no check', async () => {
  expect((await ask(20, freshAddress())).status).toBe(201);
  expect(await setLimit(50)).toMatchObject({ status: 409, body: { code: 'no_factor' } });
});

test('access 3: with a second factor every withdrawal needs a check, and the same key works after it', async () => {
  await enrolApp(sela);
  await ageChecks(world, sela);
  const address = freshAddress();
  expect(await ask(20, address, 'one')).toMatchObject(ASKED);
  await ageChecks(world, sela, -11);
  const paid = await ask(20, address, 'one');
  expect(paid.status).toBe(201);
  await ageChecks(world, sela);
  // an answer that was lost is repeated without a check
  expect((await ask(20, address, 'one')).body).toEqual(paid.body);
  expect(await ask(20, address)).toMatchObject(ASKED);
});

test('access 3: a person allows withdrawals up to a sum per day to addresses that they used before', async () => {
  await enrolApp(sela);
  const address = freshAddress();
  expect((await setLimit(60)).body).toMatchObject({ uncheckedWithdrawals: 60 });
  expect((await ask(20, address)).status).toBe(201);
  await ageChecks(world, sela);
  expect(await ask(10, freshAddress())).toMatchObject(ASKED);
  const answers = await Promise.all([ask(20, address), ask(20, address), ask(20, address)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403]);
  expect(await ask(10, address)).toMatchObject(ASKED);
});

test('access 3: raising the limit needs a check, and lowering it does not', async () => {
  await enrolApp(sela);
  await setLimit(60);
  await ageChecks(world, sela);
  expect(await setLimit(61)).toMatchObject(ASKED);
  expect((await setLimit(10)).status).toBe(200);
  expect(await setLimit(60)).toMatchObject(ASKED);
});
