/** Parameters of a Litecoin network, from `chainparams.cpp` of Litecoin Core. */
export interface LitecoinNetwork {
  /** The name that the node must report for its chain. */
  readonly chain: string;
  readonly genesisHash: string;
  /**
   * Where a new database starts. On the main chain shortly below the tip, because no address exists that could have been
   * paid before. The sandbox chain is short and may have paid us before its database was recreated.
   */
  readonly scansFrom: 'genesis' | 'tip';
  /** The network as @scure/btc-signer expects it. */
  readonly prefixes: {
    readonly bech32: string;
    readonly pubKeyHash: number;
    readonly scriptHash: number;
    readonly wif: number;
  };
  /** Version byte of old P2SH addresses. Accepted, but never shown. */
  readonly oldScriptHash: number;
  /** BIP44 coin type. */
  readonly coinType: number;
  /** Version bytes of extended keys. */
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
