import { type Chain, computeMedianTime, getTip } from './chain.ts';
import { type Coin, sumOf } from './coins.ts';
import { findCoin, listChildren, listParents, listRelatives, type Mempool } from './mempool.ts';
import {
  COINBASE_MATURITY,
  DUST_RELAY_RATE,
  MAX_CHAIN_LENGTH,
  MAX_LITOSHI,
  MAX_STANDARD_WEIGHT,
  MIN_RELAY_RATE,
  MIN_STANDARD_BASE_SIZE,
  PEG_OUT_MATURITY,
} from './params.ts';
import { classify, isUnspendable, isWitnessProgram } from './scripts.ts';
import { findScriptFailure } from './signature.ts';
import { nameOutpoint, type Transaction } from './transaction.ts';

/** Why the mempool refuses a transaction: Core's short reason, and the detail that only `sendrawtransaction` shows. */
type Refusal = { readonly reason: string; readonly detail?: string };
export type Admission = { readonly feeLitoshi: bigint } | Refusal;

export function isRefusal(admission: Admission): admission is Refusal {
  return 'reason' in admission;
}

/** Core's checks of a new transaction in Core's order (`validation.cpp`, PreChecks). As on Litecoin, replacement is off. */
export function judgeTransaction(chain: Chain, mempool: Mempool, transaction: Transaction): Admission {
  const malformed = checkForm(transaction) ?? checkStandard(transaction);
  if (malformed) return { reason: malformed };
  if (!isFinal(chain, transaction)) return { reason: 'non-final' };
  if (mempool.entries.has(transaction.txid)) return { reason: 'txn-already-in-mempool' };
  const names = transaction.inputs.map(({ txid, vout }) => nameOutpoint(txid, vout));
  if (names.some((name) => mempool.spenders.has(name))) return { reason: 'txn-mempool-conflict' };
  const found = transaction.inputs.map((input) => findCoin(chain.coins, mempool, input));
  const coins = found.filter((coin) => coin !== undefined);
  if (coins.length < found.length)
    return {
      reason: hasUnspentOutput(chain, transaction) ? 'txn-already-known' : 'bad-txns-inputs-missingorspent',
    };
  return judgeSpending(chain, mempool, transaction, coins);
}

/** Whether the chain has an unspent output of this transaction, which proves that it was mined. */
export function hasUnspentOutput(chain: Chain, { txid, outputs }: Transaction): boolean {
  return outputs.some((_, vout) => chain.coins.unspent.has(nameOutpoint(txid, vout)));
}

/** Core's refusal for the first coin that is too young for the next block. */
export function findImmature(chain: Chain, coins: readonly Coin[]): Refusal | undefined {
  const nextHeight = getTip(chain).height + 1;
  for (const { isCoinbase, isPegOut, height } of coins) {
    const depth = nextHeight - height;
    if (isCoinbase && depth < COINBASE_MATURITY)
      return {
        reason: 'bad-txns-premature-spend-of-coinbase',
        detail: `tried to spend coinbase at depth ${depth}`,
      };
    if (isPegOut && depth < PEG_OUT_MATURITY)
      return {
        reason: 'bad-txns-premature-spend-of-pegout',
        detail: `tried to spend pegout output at depth ${depth}`,
      };
  }
  return undefined;
}

function judgeSpending(
  chain: Chain,
  mempool: Mempool,
  transaction: Transaction,
  coins: readonly Coin[],
): Admission {
  const immature = findImmature(chain, coins);
  if (immature) return immature;
  const [paidIn, paidOut] = [sumOf(coins), sumOf(transaction.outputs)];
  if (paidIn < paidOut)
    return {
      reason: 'bad-txns-in-belowout',
      detail: `value in (${formatMoney(paidIn)}) < value out (${formatMoney(paidOut)})`,
    };
  const feeLitoshi = paidIn - paidOut;
  const needed = (mempool.minimumRate * BigInt(transaction.vsize)) / 1000n;
  if (mempool.minimumRate > MIN_RELAY_RATE && feeLitoshi < needed)
    return { reason: 'mempool min fee not met', detail: `${feeLitoshi} < ${needed}` };
  const wanted = (MIN_RELAY_RATE * BigInt(transaction.vsize)) / 1000n;
  if (feeLitoshi < wanted) return { reason: 'min relay fee not met', detail: `${feeLitoshi} < ${wanted}` };
  const tooLong = checkChainLength(mempool, transaction);
  if (tooLong) return tooLong;
  const failure = findScriptFailure(transaction, coins);
  return failure ? { reason: `non-mandatory-script-verify-flag (${failure})` } : { feeLitoshi };
}

function checkForm({ inputs, outputs, isCoinbase, baseSize }: Transaction): string | undefined {
  if (inputs.length === 0) return 'bad-txns-vin-empty';
  if (outputs.length === 0) return 'bad-txns-vout-empty';
  if (baseSize * 4 > 4_000_000) return 'bad-txns-oversize';
  if (outputs.some(({ litoshi }) => litoshi > MAX_LITOSHI)) return 'bad-txns-vout-toolarge';
  if (sumOf(outputs) > MAX_LITOSHI) return 'bad-txns-txouttotal-toolarge';
  if (new Set(inputs.map(({ txid, vout }) => nameOutpoint(txid, vout))).size < inputs.length)
    return 'bad-txns-inputs-duplicate';
  return isCoinbase ? 'coinbase' : undefined;
}

function checkStandard({ version, weight, baseSize, inputs, outputs }: Transaction): string | undefined {
  if (version < 1 || version > 2) return 'version';
  if (weight > MAX_STANDARD_WEIGHT) return 'tx-size';
  if (inputs.some(({ scriptSig }) => scriptSig.length > 1650)) return 'scriptsig-size';
  const kinds = outputs.map(({ script }) => classify(script));
  if (kinds.includes('nonstandard')) return 'scriptpubkey';
  if (kinds.includes('multisig')) return 'bare-multisig';
  if (outputs.some(({ litoshi, script }) => litoshi < computeDust(script))) return 'dust';
  if (kinds.filter((kind) => kind === 'nulldata').length > 1) return 'multi-op-return';
  return baseSize < MIN_STANDARD_BASE_SIZE ? 'tx-size-small' : undefined;
}

/** The minimum amount of an output with this script, in litoshi: the cost of spending it at the dust rate (`policy.cpp`). */
export function computeDust(script: Uint8Array): bigint {
  if (isUnspendable(script)) return 0n;
  const outputSize = 8 + 1 + script.length;
  return (DUST_RELAY_RATE * BigInt(outputSize + (isWitnessProgram(script) ? 67 : 148))) / 1000n;
}

function isFinal(chain: Chain, { lockTime, inputs }: Transaction): boolean {
  const tip = getTip(chain);
  const limit = lockTime < 500_000_000 ? tip.height + 1 : computeMedianTime(chain, tip);
  return lockTime === 0 || lockTime < limit || inputs.every(({ sequence }) => sequence === 0xffffffff);
}

function checkChainLength(mempool: Mempool, transaction: Transaction): Refusal | undefined {
  const ancestors = listRelatives(mempool, transaction, listParents);
  const reason = 'too-long-mempool-chain';
  if (ancestors.length + 1 > MAX_CHAIN_LENGTH)
    return { reason, detail: `too many unconfirmed ancestors [limit: ${MAX_CHAIN_LENGTH}]` };
  const crowded = ancestors.find(
    (each) => listRelatives(mempool, each.transaction, listChildren).length + 2 > MAX_CHAIN_LENGTH,
  );
  return (
    crowded && {
      reason,
      detail: `too many descendants for tx ${crowded.transaction.txid} [limit: ${MAX_CHAIN_LENGTH}]`,
    }
  );
}

/** Core's `FormatMoney`: at least two decimals, and no trailing zeros after them. */
function formatMoney(litoshi: bigint): string {
  const digits = litoshi.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8).replace(/0{1,6}$/, '')}`;
}
