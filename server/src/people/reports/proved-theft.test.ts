import { setTimeout as sleep } from 'node:timers/promises';
import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { requestWithdrawal } from '../../money/withdrawals/withdrawals.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { acceptReport } from './reports.ts';

/** The real owner of an account has proved with the code in its profile that someone else sells with it. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await pollPrices(world.services);
});
afterAll(() => world.close());

const withdraw = (sela: Seller) =>
  sela.call('POST', '/api/wallet/withdraw', {
    amount: 100,
    ltcAddress: freshAddress(),
    walletType: 'seller',
  });

async function proveTheft({ game }: Seller): Promise<void> {
  const owner = await world.signIn('owen');
  const about = { robloxUsername: game.username, contact: 'owen@example.test', text: 'It is mine' };
  const { body } = await owner.call('POST', '/api/reports', about);
  await inTransaction(world.services.db, (tx) => acceptReport(tx, String(body.id), String(game.id)));
}

const states = async ({ id }: Seller) => {
  const { rows } = await world.database.asOwner(
    'select state from withdrawals where user_id = $1 order by created_at',
    [id],
  );
  return rows.map(({ state }) => state);
};

test('what a seller earned with a stolen account does not leave before staff has decided', async () => {
  const sela = await world.seller(5_000, 3);
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  expect((await withdraw(sela)).status).toBe(201);
  await proveTheft(sela);
  await withdraw(sela);
  expect(await states(sela)).not.toContain('approved');
});

test('what a seller asks for after the decision waits for no report', async () => {
  const sela = await world.seller(5_000, 3);
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  await proveTheft(sela);
  const decision = { decision: 'reject', reason: 'They share the account' };
  const { rows } = await world.database.asOwner(
    `select id from reviews where kind = 'report' and user_id = $1 and state = 'open'`,
    [sela.id],
  );
  const otto = await world.signIn('otto', 'admin', true);
  expect((await otto.call('POST', `/api/admin/reviews/${rows[0].id}`, decision)).status).toBe(200);
  await withdraw(sela);
  expect(await states(sela)).toEqual(['approved']);
});

test('a withdrawal that is being requested waits too, although the account has another name now', async () => {
  const sela = await world.seller(5_000, 3);
  await credit(world.services.db, sela.id, 100_000, { wallet: 'seller' });
  await world.database.asOwner(`update roblox_accounts set username = 'renamed' where id = $1`, [
    sela.accountId,
  ]);
  const wish = { amount: cents(10_000), ltcAddress: freshAddress() };
  let proving: Promise<void> | undefined;
  await inTransaction(world.services.db, async (tx) => {
    await requestWithdrawal(tx, { id: sela.id, isOwner: false }, wish, 'regtest');
    proving = proveTheft(sela);
    // it ends now, or waits for this transaction
    await Promise.race([proving, sleep(1_000)]);
  });
  await proving;
  expect(await states(sela)).toEqual(['requested']);
});
