import { type Chain, getSpentCoins, getTip } from './chain.ts';
import { type Coin, sumOf } from './coins.ts';
import { expandDescriptor } from './descriptors.ts';
import { toHex } from './hashing.ts';
import { MIN_RELAY_RATE } from './params.ts';
import { RpcError } from './rpc-error.ts';
import { expectType, readInteger, readText } from './rpc-params.ts';
import { decodeAddress, encodeAddress, isMwebAddress, isWitnessProgram } from './scripts.ts';
import type { NodeState } from './state.ts';
import { toLtc } from './transaction-json.ts';

/** The blocks that an estimate considers, and the minimum of transactions in them. */
const ESTIMATE_BLOCKS = 100;
const ESTIMATE_TRANSACTIONS = 10;
const MODES = new Set(['UNSET', 'ECONOMICAL', 'CONSERVATIVE']);

/** The median fee rate of recent blocks in LTC per 1000 vbytes. With too few transactions it answers `errors` and no `feerate`. */
export function estimateSmartFee({ chain }: NodeState, [target, mode]: unknown[]): object {
  expectType(target, 'number');
  const blocks = readInteger(target);
  if (blocks < 1 || blocks > 1008) throw new RpcError(-8, 'Invalid conf_target, must be between 1 and 1008');
  if (mode !== undefined && mode !== null && !MODES.has(readText(mode).toUpperCase()))
    throw new RpcError(
      -8,
      'Invalid estimate_mode parameter, must be one of: "unset", "economical", "conservative"',
    );
  const rates = listRates(chain).sort((a, b) => a - b);
  if (rates.length < ESTIMATE_TRANSACTIONS)
    return { errors: ['Insufficient data or no feerate found'], blocks: 0 };
  const median = rates[Math.floor(rates.length / 2)]!;
  return {
    feerate: Math.max(Math.round(median), Number(MIN_RELAY_RATE)) / 1e8,
    blocks: Math.max(2, blocks),
  };
}

/** Answers `validateaddress`. Like the real node, it calls an MWEB address valid and has no script for it. */
export function validateAddress(_state: NodeState, [address]: unknown[]): object {
  const text = readText(address);
  if (isMwebAddress(text))
    return {
      isvalid: true,
      address: text,
      scriptPubKey: '',
      isscript: false,
      iswitness: false,
      ismweb: true,
    };
  const script = decodeAddress(text);
  if (!script) return { isvalid: false };
  const isWitness = isWitnessProgram(script);
  const version = isWitness ? Math.max(0, script[0]! - 0x50) : undefined;
  const isScript = isWitness ? script.length === 34 : script.length === 23;
  return {
    isvalid: true,
    address: encodeAddress(script),
    scriptPubKey: toHex(script),
    ...(version === undefined || version === 0 ? { isscript: isScript } : {}),
    iswitness: isWitness,
    ...(isWitness && { witness_version: version, witness_program: toHex(script.subarray(2)) }),
    ismweb: false,
  };
}

/** Finds the unspent coins of the descriptors `addr(…)`, `raw(…)` and `wpkh(…)`, including ranged ones. */
export function scanTxOutSet({ chain }: NodeState, [action, objects]: unknown[]): unknown {
  const command = readText(action);
  if (command === 'status') return null;
  if (command === 'abort') return false;
  if (command !== 'start') throw new RpcError(-8, 'Invalid command');
  if (!Array.isArray(objects))
    throw new RpcError(-1, 'scanobjects argument is required for the start action');
  const wanted = new Map(
    objects.flatMap((object) => expandDescriptor(object)).map(({ script, desc }) => [toHex(script), desc]),
  );
  const found = [...wanted].flatMap(([scriptHex, desc]) =>
    listUnspent(chain, scriptHex).map((coin) => ({ coin, desc })),
  );
  const { height, hash } = getTip(chain);
  return {
    success: true,
    txouts: chain.coins.unspent.size,
    height,
    bestblock: hash,
    unspents: found.map(({ coin, desc }) => showUnspent(coin, desc)),
    total_amount: toLtc(sumOf(found.map(({ coin }) => coin))),
  };
}

/** Fee rates of mined transactions, in litoshi per 1000 vbytes. */
function listRates(chain: Chain): number[] {
  return chain.active.slice(-ESTIMATE_BLOCKS).flatMap((block) => {
    const spent = getSpentCoins(chain, block);
    return block.transactions.flatMap(({ isCoinbase, isHogEx, outputs, vsize }, i) => {
      if (isCoinbase || isHogEx) return [];
      const fee = sumOf(spent[i]!) - sumOf(outputs);
      return [(Number(fee) * 1000) / vsize];
    });
  });
}

function listUnspent(chain: Chain, scriptHex: string): Coin[] {
  return [...(chain.coins.unspentByScript.get(scriptHex) ?? [])].map(
    (name) => chain.coins.unspent.get(name)!,
  );
}

function showUnspent({ txid, vout, scriptHex, litoshi, height }: Coin, desc: string): object {
  return { txid, vout, scriptPubKey: scriptHex, desc, amount: toLtc(litoshi), height };
}
