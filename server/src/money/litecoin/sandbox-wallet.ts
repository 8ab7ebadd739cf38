import type { Config } from '../../config.ts';
import { openVault } from '../../platform/vault/vault.ts';
import { NETWORKS } from './network.ts';
import { adoptSeed, createSeedFile } from './seed-file.ts';

/**
 * The sandbox makes its own wallet with its first start: a seed, and the signer's key that seals it. One whose seed the
 * vault had sealed, as it was before the signer had a key, is sealed anew.
 */
export function makeSandboxWallet({ keys, litecoin }: Pick<Config, 'keys' | 'litecoin'>): void {
  if (!keys.signing) return;
  const { keyFile, seedFile } = keys.signing;
  const signerVault = openVault(keyFile, { create: true });
  createSeedFile(seedFile, signerVault, NETWORKS[litecoin.network]);
  adoptSeed(seedFile, { from: openVault(keys.vaultFile, { create: true }), to: signerVault });
}
