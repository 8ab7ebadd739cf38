import { Transaction as UnsignedTransaction } from '@scure/btc-signer';
import { findImmature } from './admission.ts';
import { sumOf } from './coins.ts';
import { toHex } from './hashing.ts';
import { MINER_SCRIPT } from './keys.ts';
import { requireAddress } from './scripts.ts';
import { admitUnchecked, type NodeState } from './state.ts';
import { parseTransaction } from './transaction.ts';

const FEE_LITOSHI = 5_000n;

/**
 * Spends every mined and mature coin of an address to the faucet, unconfirmed, as someone who has stolen its key. The
 * transaction has no signature: only this node accepts it. Throws an Error with a readable reason.
 */
export function stealFrom(state: NodeState, address: string): string {
  const script = requireAddress(address);
  const { chain, mempool } = state;
  const names = [...(chain.coins.unspentByScript.get(toHex(script)) ?? [])];
  const coins = names
    .filter((name) => !mempool.spenders.has(name))
    .map((name) => chain.coins.unspent.get(name)!)
    .filter((coin) => !findImmature(chain, [coin]));
  const total = sumOf(coins);
  if (total <= 2n * FEE_LITOSHI) throw new Error(`${address} holds too little to steal`);
  const unsigned = new UnsignedTransaction({ allowUnknownOutputs: true, allowUnknownInputs: true });
  for (const { txid, vout } of coins) unsigned.addInput({ txid, index: vout });
  unsigned.addOutput({ amount: total - FEE_LITOSHI, script: MINER_SCRIPT });
  const transaction = parseTransaction(toHex(unsigned.unsignedTx));
  admitUnchecked(state, transaction, FEE_LITOSHI);
  return transaction.txid;
}
