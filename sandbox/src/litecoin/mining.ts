import { type Block, type MwebBlock, makeHogExParts, sealBlock } from './block.ts';
import { type Chain, computeMedianTime, getTip } from './chain.ts';
import { sumOf } from './coins.ts';
import { computeMerkleRoot, fromHex, fromShownHash, sha256, sha256Twice, toHex } from './hashing.ts';
import { MINER_SCRIPT } from './keys.ts';
import { computeSubsidy, FAUCET_COIN_LITOSHI, FAUCET_COINS } from './params.ts';
import { classify } from './scripts.ts';
import { buildHogEx, buildTransaction, type MwebPart, type Transaction } from './transaction.ts';

export type Candidate = { readonly transaction: Transaction; readonly feeLitoshi: bigint };

/**
 * Builds the next block from these transactions, parents before children. `branch` makes blocks of one height different.
 * It is in the coinbase and in the MWEB commitment, so that a peg-out gets a new txid on another branch.
 */
export function assembleBlock(
  chain: Chain,
  candidates: readonly Candidate[],
  nowMs: number,
  branch: number,
): Block {
  const tip = getTip(chain);
  const height = tip.height + 1;
  const timeSeconds = Math.max(Math.floor(nowMs / 1000), computeMedianTime(chain, tip) + 1);
  const ordinary = candidates.map(({ transaction }) => transaction).filter(({ mweb }) => !mweb);
  const inside = candidates.map(({ transaction }) => transaction.mweb).filter((mweb) => mweb !== undefined);
  const fees = candidates.reduce((total, { feeLitoshi }) => total + feeLitoshi, 0n);
  const hogEx = assembleHogEx(tip, ordinary, inside, height, branch);
  const body = hogEx ? [...ordinary, hogEx.transaction] : ordinary;
  const coinbase = buildCoinbase(height, branch, computeSubsidy(height) + fees, body);
  return sealBlock(height, tip.hash, timeSeconds, [coinbase, ...body], hogEx?.mweb);
}

/** The amount inside MWEB after this block, in litoshi. */
export function getMwebPool(block: Block): bigint {
  const last = block.transactions.at(-1)!;
  return last.isHogEx ? last.outputs[0]!.litoshi : 0n;
}

function assembleHogEx(
  tip: Block,
  ordinary: readonly Transaction[],
  inside: readonly MwebPart[],
  height: number,
  branch: number,
): { transaction: Transaction; mweb: MwebBlock } | undefined {
  const previous = tip.transactions.at(-1)!;
  const pegIns = ordinary.flatMap(({ txid, outputs }) =>
    outputs.flatMap(({ script, litoshi }, vout) =>
      classify(script) === 'witness_mweb_pegin' ? [{ txid, vout, litoshi }] : [],
    ),
  );
  if (!previous.isHogEx && pegIns.length === 0) return undefined;
  const pegOuts = inside.flatMap((each) => each.pegOuts);
  const fees = inside.reduce((total, { feeLitoshi }) => total + feeLitoshi, 0n);
  const pool = getMwebPool(tip) + sumOf(pegIns) - sumOf(pegOuts) - fees;
  const commitment = [
    previous.txid,
    String(height),
    String(branch),
    ...inside.map(({ kernelId }) => kernelId),
  ];
  const hash = toHex(sha256(Buffer.from(commitment.join())));
  const inputs = previous.isHogEx ? [{ txid: previous.txid, vout: 0 }, ...pegIns] : pegIns;
  const outputs = [{ litoshi: pool, script: fromHex(`5820${hash}`) }, ...pegOuts];
  return { transaction: buildHogEx(makeHogExParts(inputs, outputs)), mweb: { hash, transactions: inside } };
}

function buildCoinbase(
  height: number,
  branch: number,
  reward: bigint,
  body: readonly Transaction[],
): Transaction {
  const nonce = new Uint8Array(32);
  const root = computeMerkleRoot([nonce, ...body.map(({ wtxid }) => fromShownHash(wtxid))]);
  const commitment = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed, ...sha256Twice(root, nonce));
  const payouts = height === 1 ? new Array<bigint>(FAUCET_COINS).fill(FAUCET_COIN_LITOSHI) : [reward];
  return buildTransaction({
    version: 2,
    segwitFlag: true,
    inputs: [
      {
        txid: nonce,
        index: 0xffffffff,
        finalScriptSig: encodeCoinbaseScript(height, branch),
        sequence: 0xffffffff,
      },
    ],
    outputs: [
      ...payouts.map((amount) => ({ amount, script: MINER_SCRIPT })),
      { amount: 0n, script: commitment },
    ],
    witnesses: [[nonce]],
    lockTime: 0,
  });
}

/** The height of BIP34, then the branch in the place of Core's extra nonce. */
function encodeCoinbaseScript(height: number, branch: number): Uint8Array {
  return Uint8Array.of(...encodeNumber(height), ...encodeNumber(branch + 1));
}

function encodeNumber(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest >>>= 8) bytes.push(rest & 0xff);
  if (bytes.at(-1)! & 0x80) bytes.push(0);
  return [bytes.length, ...bytes];
}
