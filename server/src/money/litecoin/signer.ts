import type { HDKey } from '@scure/bip32';
import type { Transaction } from '@scure/btc-signer';
import type { Vault } from '../../platform/vault/vault.ts';
import { type KeyPath, parseXpub, publicKeys, type WalletKeys } from './keys.ts';
import { NETWORKS, type NetworkName } from './network.ts';
import { openAccountKey, readSeedFile, type WalletAccount } from './seed-file.ts';
import { signMessage } from './signed-messages.ts';

/** The only holder of the seed. */
export interface Signer {
  /** The public half, derived from the seed. */
  readonly keys: WalletKeys;
  /**
   * Signs every input of a P2WPKH transaction and finalises it. Input i uses the key at paths[i], and each input
   * carries its `witnessUtxo`. Throws when a key does not match its input.
   */
  signP2wpkh(transaction: Transaction, paths: readonly KeyPath[]): void;
  /** Signs a message for an address of the hot wallet (BIP-322 simple). It moves no coins. */
  signHotMessage(message: string, path: HotPath): string;
}

/** The path of a key of the hot wallet. */
export type HotPath = KeyPath & { readonly account: 'hot' };

/**
 * Opens the seed that `vault` sealed. Throws when the seed does not give the account keys in its file, because
 * addresses would then not be ours.
 */
export function openSigner({
  file,
  vault,
  network: name,
}: {
  file: string;
  vault: Vault;
  network: NetworkName;
}): Signer {
  const network = NETWORKS[name];
  const content = readSeedFile(file);
  if (content.sealedSeed === '')
    throw new Error(`${file} holds no seed: the signer needs the file that does`);
  const open = (account: WalletAccount, xpub: string): HDKey => {
    const key = openAccountKey(content, account, vault, network);
    if (key.publicExtendedKey !== parseXpub(xpub, network).publicExtendedKey)
      throw new Error(`the wallet seed does not give the ${account} account in its file`);
    return key;
  };
  const accounts = { deposit: open('deposit', content.depositXpub), hot: open('hot', content.hotXpub) };
  const xpubs = { deposit: accounts.deposit.publicExtendedKey, hot: accounts.hot.publicExtendedKey };
  const keyFor = ({ account, branch, index }: KeyPath) =>
    accounts[account].deriveChild(branch).deriveChild(index).privateKey!;

  const keys = publicKeys(xpubs, network);
  return {
    keys,
    signHotMessage(message, path) {
      const key = keyFor(path);
      const signature = signMessage(message, keys.addressAt(path).script, key);
      key.fill(0);
      return signature;
    },
    signP2wpkh(transaction, paths) {
      if (paths.length !== transaction.inputsLength)
        throw new Error(`${transaction.inputsLength} inputs but ${paths.length} keys`);
      for (const [index, path] of paths.entries()) {
        const key = keyFor(path);
        if (!transaction.signIdx(key, index)) throw new Error(`input ${index} was not signed`);
        key.fill(0);
      }
      transaction.finalize();
    },
  };
}
