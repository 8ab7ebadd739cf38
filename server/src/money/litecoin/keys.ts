import { HDKey, type Versions } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { type LitecoinNetwork, NETWORKS, type NetworkName } from './network.ts';
import { readSeedFile, type WalletAccount } from './seed-file.ts';

/**
 * The branches of an account (BIP 44). Deposits, sweeps and the owner's capital pay to `receive`. Change, children and
 * cancels pay to `change`.
 */
export const KEY_BRANCH = { receive: 0, change: 1 } as const;
export type KeyBranch = (typeof KEY_BRANCH)[keyof typeof KEY_BRANCH];

/** The path of a key below its account. */
export interface KeyPath {
  readonly account: WalletAccount;
  readonly branch: number;
  readonly index: number;
}

/** The address for the owner's capital: the first one of the hot wallet. None of our payments goes to it. */
export const CAPITAL_PATH = { account: 'hot', branch: KEY_BRANCH.receive, index: 0 } as const;

/** The public half of the wallet. It makes addresses and cannot spend. */
export interface WalletKeys {
  readonly depositXpub: string;
  readonly hotXpub: string;
  /** The P2WPKH address at a path, in canonical form. */
  addressAt(path: KeyPath): { readonly address: string; readonly script: Uint8Array };
}

/**
 * Opens the public half of the wallet file. Refuses a file with a seed unless `mayHoldSeed`, because a process that
 * signs nothing must not hold the seed.
 */
export function openPublicWallet(file: string, network: NetworkName, mayHoldSeed: boolean): WalletKeys {
  const { depositXpub, hotXpub, sealedSeed } = readSeedFile(file);
  if (sealedSeed !== '' && !mayHoldSeed)
    throw new Error(`${file} holds the seed: web and worker get the file without it (WALLET_PUBLIC_FILE)`);
  return publicKeys({ deposit: depositXpub, hot: hotXpub }, NETWORKS[network]);
}

/**
 * Makes the public half from two account keys, in any form that Litecoin wallets export. Throws when both are the same.
 */
export function publicKeys(
  xpubs: Readonly<Record<WalletAccount, string>>,
  network: LitecoinNetwork,
): WalletKeys {
  const keys = { deposit: parseXpub(xpubs.deposit, network), hot: parseXpub(xpubs.hot, network) };
  if (keys.deposit.publicExtendedKey === keys.hot.publicExtendedKey)
    throw new Error('the deposit and the hot account are the same');
  // a restore derives thousands of addresses of a branch
  const branches = new Map<string, HDKey>();
  const branchOf = (account: WalletAccount, branch: number): HDKey => {
    const name = `${account} ${branch}`;
    const key = branches.get(name) ?? keys[account].deriveChild(branch);
    branches.set(name, key);
    return key;
  };
  return {
    depositXpub: keys.deposit.publicExtendedKey,
    hotXpub: keys.hot.publicExtendedKey,
    addressAt: ({ account, branch, index }) => {
      const { publicKey } = branchOf(account, branch).deriveChild(index);
      const { address, script } = p2wpkh(publicKey!, network.prefixes);
      return { address: address!, script };
    },
  };
}

/** Version bytes by prefix (SLIP-132 and Litecoin's own). */
const PUBLIC_FORMS: Readonly<Record<string, Versions>> = {
  xpub: { public: 0x0488b21e, private: 0x0488ade4 },
  zpub: { public: 0x04b24746, private: 0x04b2430c },
  Ltub: { public: 0x019da462, private: 0x019d9cfe },
  Mtub: { public: 0x01b26ef6, private: 0x01b26792 },
  tpub: { public: 0x043587cf, private: 0x04358394 },
  vpub: { public: 0x045f1cf6, private: 0x045f18bc },
  ttub: { public: 0x0436f6e1, private: 0x0436ef7d },
};
const PRIVATE_FORM = /^(?:[xyztuv]prv|Ltpv|Mtpv|ttpv)/;

/**
 * Parses an account's extended public key in any common form into the network's form. Throws on a private key: it must
 * never reach the web side.
 */
export function parseXpub(text: string, network: LitecoinNetwork): HDKey {
  if (PRIVATE_FORM.test(text)) {
    throw new Error(
      'THIS IS A PRIVATE EXTENDED KEY. Anyone who reads it can spend the coins. Move them, and give the public one (xpub, zpub, Ltub or Mtub)',
    );
  }
  const versions = PUBLIC_FORMS[text.slice(0, 4)];
  if (!versions) throw new Error('not an extended public key (xpub, zpub, Ltub, Mtub or tpub)');
  const { publicKey, chainCode, depth, index, parentFingerprint } = HDKey.fromExtendedKey(text, versions);
  return new HDKey({
    versions: network.extendedKeys,
    publicKey: publicKey!,
    chainCode: chainCode!,
    depth,
    index,
    parentFingerprint,
  });
}
