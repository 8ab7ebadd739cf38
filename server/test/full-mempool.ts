import { randomBytes } from 'node:crypto';
import { Address } from '@scure/btc-signer';
import { NETWORKS } from '../src/money/litecoin/network.ts';
import type { TestChain } from './test-chain.ts';

/** A transaction with this many outputs is almost as large as nodes relay, 100 kB. */
const OUTPUTS = 3_000;
/** More than fit into 5 MB of memory. */
const MAX_FILLERS = 45;

/** The node evicts the new payment itself, or has evicted one of the same fee and asks for more since then. */
const IS_FULL = /mempool full|mempool min fee not met/;

interface Unspent {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
}

/**
 * Fills the node's mempool with payments of high fees until it evicts the cheapest ones. The returned function mines a block
 * that empties it. The block is small, because it spends the coins of these payments otherwise.
 */
export async function fillMempool({ rpc }: TestChain): Promise<() => Promise<void>> {
  const coins = await rpc<Unspent[]>('listunspent', 1);
  const addresses = manyAddresses();
  const spent: Unspent[] = [];
  for (const coin of coins.filter(({ amount }) => amount >= 10).slice(0, MAX_FILLERS)) {
    const hex = await spend(rpc, coin, addresses);
    const isTaken = await rpc('sendrawtransaction', hex).then(
      () => true,
      (error: Error) => {
        if (IS_FULL.test(error.message)) return false;
        throw error;
      },
    );
    // everything cheaper was evicted before it
    if (!isTaken) break;
    spent.push(coin);
  }
  return async () => {
    const home = await rpc<string>('getnewaddress', '', 'bech32');
    const others: string[] = [];
    for (const coin of spent) others.push(await spend(rpc, coin, [home]));
    await rpc('generateblock', home, others);
  };
}

function manyAddresses(): string[] {
  const coder = Address(NETWORKS.regtest.prefixes);
  return Array.from({ length: OUTPUTS }, () => coder.encode({ type: 'wpkh', hash: randomBytes(20) }));
}

/** A signed transaction that divides a coin, without a fee of 0.05 LTC. */
async function spend(
  rpc: TestChain['rpc'],
  { txid, vout, amount }: Unspent,
  addresses: readonly string[],
): Promise<string> {
  const each = ((amount - 0.05) / addresses.length).toFixed(8);
  const outs = Object.fromEntries(addresses.map((address) => [address, each]));
  const unsigned = await rpc('createrawtransaction', [{ txid, vout }], outs);
  return (await rpc<{ hex: string }>('signrawtransactionwithwallet', unsigned)).hex;
}

/** Lets the node forget the minimum fee of a mempool that was full, as it does a day after the mempool is empty. */
export async function forgetMinimumFee({ rpc }: TestChain): Promise<void> {
  for (const hours of [12, 24, 36, 48]) {
    await rpc('setmocktime', Math.floor(Date.now() / 1000) + hours * 3_600);
    await rpc('getmempoolinfo');
  }
  await rpc('setmocktime', 0);
}
