import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { freshAddress } from '../../../test/payer.ts';
import { setSetting } from '../../../test/settings.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../prices/prices.jobs.ts';

/** The owner wants to see withdrawals over $500. Corrections and settlement add up what one person splits. */
let world: TestApp;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  await pollPrices(world.services);
  await setSetting(world.database, 'withdrawal_review', { overUsd: 500, newAddress: false });
  await setSetting(world.database, 'withdrawal_limits', { perDayUsd: 2_000, allPerDayUsd: null });
});
afterAll(() => world.close());

async function seller(): Promise<Caller> {
  const sela = await world.signIn('sela', 'seller');
  await credit(world.services.db, sela.id, 1_000_000, { wallet: 'seller' });
  return sela;
}
const ask = (who: Caller, amount: number, ltcAddress: string) =>
  who.call('POST', '/api/wallet/withdraw', { amount, ltcAddress, walletType: 'seller' });
const reviewed = async ({ id }: Caller) => {
  const { rows } = await world.database.asOwner(
    `select count(*)::int as n from reviews where kind = 'withdrawal' and user_id = $1`,
    [id],
  );
  return rows[0].n as number;
};

test('a withdrawal over the amount needs a review', async () => {
  const sela = await seller();
  expect((await ask(sela, 501, freshAddress())).status).toBe(201);
  expect(await reviewed(sela)).toBe(1);
});

test('the same sum in parts, to one address within a minute, needs a review too', async () => {
  const sela = await seller();
  const address = freshAddress();
  for (const amount of [500, 500, 500, 500]) expect((await ask(sela, amount, address)).status).toBe(201);
  expect(await reviewed(sela)).toBeGreaterThan(0);
});

test('a part that is in review already leaves room for the next', async () => {
  const sela = await seller();
  const address = freshAddress();
  for (const amount of [501, 400]) expect((await ask(sela, amount, address)).status).toBe(201);
  expect(await reviewed(sela)).toBe(1);
  expect((await ask(sela, 101, address)).status).toBe(201);
  expect(await reviewed(sela)).toBe(2);
});
