import type { Config } from '../../config.ts';
import { openVault } from '../../platform/vault/vault.ts';
import { NETWORKS } from './network.ts';
import { adoptSeed, createSeedFile } from './seed-file.ts';

/**
 * Creates the sandbox's wallet on its first start: a seed, and the signer's key that seals it. A seed that the vault
 * sealed, as older versions did, is resealed with the signer's key.
 */
export function makeSandboxWallet({ keys, litecoin }: Pick<Config, 'keys' | 'litecoin'>): void {
  if (!keys.signing) return;
  const { keyFile, seedFile } = keys.signing;
  const signerVault = openVault(keyFile, { create: true });
  createSeedFile(seedFile, signerVault, NETWORKS[litecoin.network]);
  adoptSeed(seedFile, { from: openVault(keys.vaultFile, { create: true }), to: signerVault });
}
