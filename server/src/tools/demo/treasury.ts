import { openWalletAddresses } from '../../money/litecoin/addresses.ts';
import type { Services } from '../../services.ts';
import type { SandboxControl } from './sandbox-control.ts';

const COINS = 50;
const COIN_LTC = '2';
const BLOCKS_TO_SETTLE = 6;

/** Pays the owner's capital into the hot wallet in coins of 2 LTC, so that the first withdrawal needs no sweep. */
export async function fundHotWallet(
  { db, walletKeys }: Pick<Services, 'db' | 'walletKeys'>,
  sandbox: SandboxControl,
): Promise<void> {
  const { hotAddress } = await openWalletAddresses(db, walletKeys);
  const funded = await db
    .selectFrom('chainOutputs')
    .where('address', '=', hotAddress)
    .select('txid')
    .executeTakeFirst();
  if (funded) return;
  await sandbox.pay(Array.from({ length: COINS }, () => ({ address: hotAddress, ltc: COIN_LTC })));
  await sandbox.mine(BLOCKS_TO_SETTLE);
}
