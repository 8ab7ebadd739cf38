import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';
import { setPrice } from '../../../test/payer.ts';
import { controlOf } from '../../../test/sandbox.ts';
import { openScanner } from '../litecoin/scan.ts';

test('S5.02 a check for deposits leaves out credits that are older than a day', async () => {
  const world = await openTestApp();
  try {
    const { config, db, node } = world.services;
    await setPrice(world.database, 8_500);
    const { scanOnce } = openScanner({ db, node, network: config.litecoin.network });
    await scanOnce();
    const nova = await world.signIn('nova');
    const body = { walletType: 'buyer' };
    const { wallet } = (await nova.call('POST', '/api/wallet/generate-address', body)).body;
    const control = controlOf(world.sandboxUrl);
    const deposit = async (ltc: string) => {
      await control('POST', '/litecoin/send', {
        address: (wallet as { ltcAddress: string }).ltcAddress,
        ltc,
      });
      await control('POST', '/litecoin/mine', { blocks: 2 });
      await scanOnce();
    };
    await deposit('0.3');
    await world.database.asOwner(`set session_replication_role = replica;
      update deposits set credited_at = now() - interval '25 hours'`);
    await deposit('0.5');
    const check = await nova.call('POST', '/api/wallet/check-deposits', body);
    expect(check.body).toMatchObject({ amount: 0.5, usdValue: 42.5 });
  } finally {
    await world.close();
  }
});
