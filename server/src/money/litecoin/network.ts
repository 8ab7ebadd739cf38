/** A Litecoin network as `chainparams.cpp` of Litecoin Core has it. */
export interface LitecoinNetwork {
  /** What the node must call its chain. */
  readonly chain: string;
  readonly genesisHash: string;
  /**
   * Where a fresh database begins. On the main chain at the tip: nothing can have been paid to an address that was
   * never given out. The sandbox's chain is short, and may have paid us before its database was made anew.
   */
  readonly scansFrom: 'genesis' | 'tip';
  /** What @scure/btc-signer calls a network. */
  readonly prefixes: {
    readonly bech32: string;
    readonly pubKeyHash: number;
    readonly scriptHash: number;
    readonly wif: number;
  };
  /** Version byte of P2SH addresses from before Litecoin had its own: still understood, never shown. */
  readonly oldScriptHash: number;
  /** BIP44 coin type. */
  readonly coinType: number;
  /** Versions of extended keys. */
  readonly extendedKeys: { readonly public: number; readonly private: number };
}

export type NetworkName = 'main' | 'regtest';

export const NETWORKS: Readonly<Record<NetworkName, LitecoinNetwork>> = {
  main: {
    chain: 'main',
    genesisHash: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    scansFrom: 'tip',
    prefixes: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
    oldScriptHash: 0x05,
    coinType: 2,
    extendedKeys: { public: 0x0488b21e, private: 0x0488ade4 },
  },
  regtest: {
    chain: 'regtest',
    genesisHash: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
    scansFrom: 'genesis',
    prefixes: { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
    oldScriptHash: 0xc4,
    coinType: 1,
    extendedKeys: { public: 0x043587cf, private: 0x04358394 },
  },
};
