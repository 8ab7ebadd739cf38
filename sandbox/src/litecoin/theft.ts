import { Transaction as UnsignedTransaction } from '@scure/btc-signer';
import { findImmature } from './admission.ts';
import { toHex } from './hashing.ts';
import { MINER_SCRIPT } from './keys.ts';
import { decodeAddress } from './scripts.ts';
import { enterUnsigned, type NodeState } from './state.ts';
import { parseTransaction } from './transaction.ts';

const FEE_LITOSHI = 5_000n;

/**
 * Spends every mined and mature coin of an address to the faucet, unconfirmed, as someone who has stolen its key. The
 * transaction has no signature: only this node accepts it. Throws an Error with a readable reason.
 */
export function stealFrom(state: NodeState, address: string): string {
  const script = decodeAddress(address);
  if (!script) throw new Error(`${address} is not a Litecoin regtest address`);
  const { chain, mempool } = state;
  const names = [...(chain.coins.unspentByScript.get(toHex(script)) ?? [])];
  const coins = names
    .filter((name) => !mempool.spenders.has(name))
    .map((name) => chain.coins.unspent.get(name)!)
    .filter((coin) => !findImmature(chain, [coin]));
  const total = coins.reduce((sum, { litoshi }) => sum + litoshi, 0n);
  if (total <= 2n * FEE_LITOSHI) throw new Error(`${address} holds too little to steal`);
  const unsigned = new UnsignedTransaction({ allowUnknownOutputs: true, allowUnknownInputs: true });
  for (const { txid, vout } of coins) unsigned.addInput({ txid, index: vout });
  unsigned.addOutput({ amount: total - FEE_LITOSHI, script: MINER_SCRIPT });
  const transaction = parseTransaction(toHex(unsigned.unsignedTx));
  enterUnsigned(state, transaction, FEE_LITOSHI);
  return transaction.txid;
}
