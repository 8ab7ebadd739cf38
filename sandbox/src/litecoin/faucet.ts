import { Transaction as SigningTransaction } from '@scure/btc-signer';
import { computeDust, isRefusal } from './admission.ts';
import { getTip } from './chain.ts';
import { type Coin, sumOf } from './coins.ts';
import { sha256, toHex } from './hashing.ts';
import { MINER_KEY, MINER_SCRIPT } from './keys.ts';
import { listChildren, listRelatives, removeEntry } from './mempool.ts';
import { getMwebPool } from './mining.ts';
import { COINBASE_MATURITY, LITOSHI_PER_LTC, MWEB_POOL_LITOSHI } from './params.ts';
import { requireAddress } from './scripts.ts';
import { admitMweb, admitTransaction, type NodeState } from './state.ts';
import { buildMwebTransaction, nameOutpoint, parseTransaction } from './transaction.ts';

export type PaymentOutput = { address: string; ltc: number | string };
type Payout = { litoshi: bigint; script: Uint8Array };

/** The faucet's fee rate in litoshi per virtual byte: ten times the minimum. */
const FEE_RATE = 10n;
const MWEB_FEE_LITOSHI = 2_510n;
const DOUBLE_SPEND_FEE_LITOSHI = 10_000n;

/**
 * Pays the outputs in one unconfirmed transaction and returns its txid. A peg-out returns the txid inside MWEB, which
 * appears in no block. Throws an Error with a readable reason for an invalid address or amount.
 */
export function payOutputs(state: NodeState, outputs: readonly PaymentOutput[], isPegOut: boolean): string {
  if (outputs.length === 0) throw new Error('there is no output to pay');
  const payouts = outputs.map(({ address, ltc }) => {
    const script = requireAddress(address);
    const litoshi = parseLtc(ltc);
    if (litoshi < computeDust(script))
      throw new Error(`${ltc} LTC is below the dust limit of ${computeDust(script)} litoshi`);
    return { litoshi, script };
  });
  return isPegOut ? pegOut(state, payouts) : payFromFaucet(state, payouts);
}

/** Moves money of the faucet into MWEB for later peg-outs. */
export function fundMweb(state: NodeState): void {
  const kernelId = sha256(Buffer.from('the first peg-in'));
  payFromFaucet(state, [{ litoshi: MWEB_POOL_LITOSHI, script: Uint8Array.of(0x59, 0x20, ...kernelId) }]);
}

/** Whether this is an amount of LTC above 0 with at most 8 decimals. */
export function isLtc(ltc: number | string): boolean {
  return toLitoshi(ltc) > 0n;
}

/** Converts LTC to litoshi. Throws unless the amount is positive with at most 8 decimals. */
export function parseLtc(ltc: number | string): bigint {
  if (!isLtc(ltc)) throw new Error(`${ltc} is not an amount of LTC with up to 8 decimals`);
  return toLitoshi(ltc);
}

/** LTC in litoshi. 0 if the text has another form. */
function toLitoshi(ltc: number | string): bigint {
  const text = typeof ltc === 'number' ? toDecimal(ltc) : ltc.trim();
  const [, whole, decimals = ''] = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  return whole === undefined ? 0n : BigInt(whole) * LITOSHI_PER_LTC + BigInt(decimals.padEnd(8, '0'));
}

/**
 * Spends the first coin of one of the faucet's unmined payments back to the faucet, as a sender who pays twice with one coin.
 * Removes the payment and its descendants from the mempool. Returns the txid.
 */
export function doubleSpend(state: NodeState, txid: string): string {
  const known = [...state.chain.blocks.values()].flatMap(({ transactions }) => transactions);
  const waiting = state.mempool.entries.get(txid);
  const payment = waiting?.transaction ?? known.find((each) => each.txid === txid);
  if (!payment) throw new Error(`${txid} is unknown`);
  if (waiting)
    for (const each of [waiting, ...listRelatives(state.mempool, payment, listChildren)])
      removeEntry(state.mempool, each.transaction.txid);
  const { txid: from, vout } = payment.inputs[0]!;
  const coin = state.chain.coins.unspent.get(nameOutpoint(from, vout));
  if (!coin || coin.scriptHex !== toHex(MINER_SCRIPT)) throw new Error(`the first coin of ${txid} is spent`);
  const signing = new SigningTransaction({ allowUnknownOutputs: true });
  signing.addInput({ txid: from, index: vout, witnessUtxo: { amount: coin.litoshi, script: coin.script } });
  signing.addOutput({ amount: coin.litoshi - DOUBLE_SPEND_FEE_LITOSHI, script: MINER_SCRIPT });
  return admitSigned(state, signing);
}

function payFromFaucet(state: NodeState, payouts: readonly Payout[]): string {
  const total = sumOf(payouts);
  const { coins, feeLitoshi } = chooseCoins(state, total, payouts);
  const change = sumOf(coins) - total - feeLitoshi;
  const signing = new SigningTransaction({ allowUnknownOutputs: true });
  for (const { txid, vout, litoshi, script } of coins)
    signing.addInput({ txid, index: vout, witnessUtxo: { amount: litoshi, script } });
  for (const { litoshi, script } of payouts) signing.addOutput({ amount: litoshi, script });
  if (change >= computeDust(MINER_SCRIPT)) signing.addOutput({ amount: change, script: MINER_SCRIPT });
  return admitSigned(state, signing);
}

function admitSigned(state: NodeState, signing: SigningTransaction): string {
  signing.sign(MINER_KEY);
  signing.finalize();
  const transaction = parseTransaction(toHex(signing.extract()));
  const admission = admitTransaction(state, transaction);
  if (isRefusal(admission)) throw new Error(`the faucet must wait for a block: ${admission.reason}`);
  return transaction.txid;
}

/** Chooses the faucet's coins for the total and the fee: the oldest first, and unconfirmed change last. */
function chooseCoins(
  state: NodeState,
  total: bigint,
  payouts: readonly Payout[],
): { coins: Coin[]; feeLitoshi: bigint } {
  const coins: Coin[] = [];
  let held = 0n;
  const frame = BigInt(11 + 31 + payouts.reduce((sum, { script }) => sum + 9 + script.length, 0));
  for (const coin of listFaucetCoins(state)) {
    coins.push(coin);
    held += coin.litoshi;
    const feeLitoshi = FEE_RATE * (frame + 68n * BigInt(coins.length));
    if (held >= total + feeLitoshi) return { coins, feeLitoshi };
  }
  throw new Error('the faucet holds less than that');
}

function* listFaucetCoins({ chain, mempool }: NodeState): Generator<Coin> {
  const nextHeight = getTip(chain).height + 1;
  const scriptHex = toHex(MINER_SCRIPT);
  for (const name of chain.coins.unspentByScript.get(scriptHex) ?? []) {
    const coin = chain.coins.unspent.get(name)!;
    const isYoung = coin.isCoinbase && nextHeight - coin.height < COINBASE_MATURITY;
    if (!isYoung && !mempool.spenders.has(name)) yield coin;
  }
  for (const [name, coin] of mempool.coins)
    if (coin.scriptHex === scriptHex && !mempool.spenders.has(name)) yield coin;
}

function pegOut(state: NodeState, payouts: readonly Payout[]): string {
  const pegOuts = payouts.map(({ litoshi, script }) => ({ litoshi, script, scriptHex: toHex(script) }));
  if (sumOf(pegOuts) + MWEB_FEE_LITOSHI > getFreeMwebPool(state))
    throw new Error('MWEB holds less than that');
  const height = getTip(state.chain).height;
  const seed = [
    getTip(state.chain).hash,
    state.mempool.entries.size,
    ...pegOuts.flatMap((each) => [each.litoshi, each.scriptHex]),
  ].join();
  const derive = (purpose: string) => toHex(sha256(Buffer.from(purpose + seed)));
  const ids = { kernelId: derive('kernel'), inputId: derive('input'), outputId: derive('output') };
  const transaction = buildMwebTransaction({ ...ids, feeLitoshi: MWEB_FEE_LITOSHI, height, pegOuts });
  admitMweb(state, transaction);
  return transaction.txid;
}

function getFreeMwebPool({ chain, mempool }: NodeState): bigint {
  let free = getMwebPool(getTip(chain));
  for (const { transaction } of mempool.entries.values())
    for (const { litoshi } of transaction.mweb?.pegOuts ?? []) free -= litoshi;
  return free;
}

/** A number as plain decimals, not as 1e-8. More than eight decimals remain, so that they are refused. */
function toDecimal(ltc: number): string {
  const text = String(ltc);
  return text.includes('e-') ? ltc.toFixed(20).replace(/0+$/, '') : text;
}
