/** Parameters of Litecoin's regtest (`chainparams.cpp` and `policy.h` of Litecoin Core 0.21), and of the sandbox's first blocks. */

/** What a healthy node calls itself. */
export const SUBVERSION = '/LitecoinCore:0.21.5.5/';

export const NETWORK = { bech32: 'rltc', pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef };
/** The P2SH version byte shared with Bitcoin's testnet. It is accepted, and never shown. */
export const OLD_SCRIPT_HASH_VERSION = 0xc4;
export const MWEB_PREFIX = 'tmweb';
export const EXTENDED_KEY_VERSIONS = { public: 0x043587cf, private: 0x04358394 };

export const LITOSHI_PER_LTC = 100_000_000n;
export const MAX_LITOSHI = 84_000_000n * LITOSHI_PER_LTC;

export const GENESIS_HASH = '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9';
export const GENESIS_HEADER =
  '010000000000000000000000000000000000000000000000000000000000000000000000' +
  'd9ced4ed1130f7b7faad9be25323ffafa33232a17c3edf6cfd97bee6bafbdd97dae5494dffff7f2000000000';
export const GENESIS_COINBASE =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4804ffff001d01' +
  '04404e592054696d65732030352f4f63742f32303131205374657665204a6f62732c204170706c65e280997320566973' +
  '696f6e6172792c2044696573206174203536ffffffff0100f2052a010000004341040184710fa689ad5023690c80f3a4' +
  '9c8f13f8d45b8c857fbcbc8bc4a8e4d3eb4b10f4d4604fa08dce601aaf0f470216fe1b51850b4acf21b179c45070ac7b' +
  '03a9ac00000000';

export const BITS = 0x207fffff;
export const DIFFICULTY = 4.656542373906925e-10;
export const BLOCK_VERSION = 0x20000000;

export const COINBASE_MATURITY = 100;
export const PEG_OUT_MATURITY = 6;

/** Fee rates in litoshi per 1000 virtual bytes. */
export const MIN_RELAY_RATE = 1_000n;
export const DUST_RELAY_RATE = 30_000n;
export const DEFAULT_MAX_RATE = 10_000_000n;
export const MAX_STANDARD_WEIGHT = 400_000;
export const MIN_STANDARD_BASE_SIZE = 82;
export const MAX_CHAIN_LENGTH = 25;

/**
 * A new chain has 150 blocks from a fixed day on, so that every new chain is identical. Block 1 pays the faucet. This
 * is the only rule that differs from regtest, where a block mints 50 LTC. The faucet has many coins, so that a payment
 * seldom spends another one's change, and dropping one payment does not drop others.
 */
export const INITIAL_HEIGHT = 150;
export const INITIAL_TIME_SECONDS = 1_735_689_600;
export const INITIAL_SPACING_SECONDS = 150;
export const FAUCET_COINS = 250;
export const FAUCET_COIN_LITOSHI = 40_000n * LITOSHI_PER_LTC;
/** The height of the first peg-in. From there each block ends with a HogEx, as on the main chain. */
export const MWEB_START_HEIGHT = 102;
/** Less than one coin of the faucet, because each coin that the peg-in spends must be signed and checked. */
export const MWEB_POOL_LITOSHI = 30_000n * LITOSHI_PER_LTC;
/** Reorganisations must not change the first peg-in, because every new chain must be identical. */
export const MIN_FORK_HEIGHT = MWEB_START_HEIGHT;

/** The subsidy of a block in litoshi. Regtest halves it every 150 blocks. */
export function computeSubsidy(height: number): bigint {
  if (height === 1) return BigInt(FAUCET_COINS) * FAUCET_COIN_LITOSHI;
  return (50n * LITOSHI_PER_LTC) >> BigInt(Math.floor(height / 150));
}
