import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { requestWithdrawal } from './withdrawals.ts';

let world: PayerWorld;
beforeAll(async () => {
  world = await openPayerWorld({ coins: 0 });
});
afterAll(() => world.close());

test('a hot wallet of many small coins pays a withdrawal that all of them together cover', async () => {
  // as after a month of sweeps with a deposit of $17 each
  const outputs = Array.from({ length: 120 }, () => ({ address: world.hotAddress, ltc: 0.2 }));
  await world.control('/litecoin/send', { outputs });
  await world.mine(6);
  const sela = await makePerson(world.db, 'sela');
  await credit(world.db, sela, 300_000, { wallet: 'seller' });
  const ltcAddress = freshAddress();
  // $1,900 are 22.35 LTC, and the hot wallet has 24
  const wish = { amount: cents(190_000), ltcAddress };
  const { litoshi } = await inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest'),
  );
  await world.payRound();
  await world.mine(6);
  await world.payRound();
  expect(await world.litoshiReceived(ltcAddress)).toEqual([litoshi]);
  const row = world.db.selectFrom('withdrawals').where('userId', '=', sela).select(['state', 'reason']);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ state: 'confirmed', reason: null });
  await expectBalancedBooks(world);
});
