import { cents, litoshi } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { signApproved } from '../withdrawals/signing.jobs.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';

let chain: TestChain;
let world: TreasuryWorld;
beforeAll(async () => {
  chain = await CHAINS[0]!.open();
  world = await openTreasuryWorld(chain);
  await world.scan();
  await world.setPrice(8_500);
});
afterAll(async () => {
  await world.close();
  await chain.close();
});

test('a sweep keeps the coins that an approved withdrawal waits for, although the hot wallet has no target', async () => {
  await world.useCold(freshAddress(), litoshi(0));
  const sela = await world.person('sela');
  await credit(world.database.db, sela.id, 100_000, { wallet: 'seller' });
  const asked = { amount: cents(10_000), ltcAddress: freshAddress() };
  const { id } = await inTransaction(world.database.db, (tx) =>
    requestWithdrawal(tx, { id: sela.id, isOwner: false }, asked, 'regtest'),
  );
  const stateOf = async () =>
    (await world.database.asOwner(`select state, reason from withdrawals where id = $1`, [id])).rows[0];
  const bea = await world.person('bea');
  await chain.pay({ address: bea.address, ltc: 5 });
  await world.mine(12);
  await signApproved(world.sweeping);
  expect(await stateOf()).toEqual({ state: 'approved', reason: 'The hot wallet is being refilled' });
  await world.wish();
  await world.look();
  await world.mine(1);
  await signApproved(world.sweeping);
  expect(await stateOf()).toMatchObject({ state: 'signed' });
});
