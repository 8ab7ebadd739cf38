import { type Litoshi, litoshi } from '@sterling/contract/money.ts';
import * as z from 'zod';

export interface Block {
  readonly hash: string;
  readonly prev: string;
  readonly height: number;
  readonly timeSeconds: number;
  readonly txs: readonly ChainTransaction[];
}

/** A transaction without its inputs and outputs inside MWEB, which have no script, value or outpoint. */
export interface ChainTransaction {
  readonly txid: string;
  readonly isCoinbase: boolean;
  /** The last transaction of an MWEB block. Its outputs after the first are peg-outs. */
  readonly isHogEx: boolean;
  /** `script` in hex. */
  readonly outs: readonly { readonly n: number; readonly litoshi: Litoshi; readonly script: string }[];
  readonly ins: readonly { readonly txid: string; readonly vout: number }[];
}

/** A transaction of a block or of the mempool. Parts inside MWEB have no outpoint, script or value. */
export const TransactionAnswer = z.object({
  txid: z.string(),
  blockhash: z.string().optional(),
  vin: z.array(
    z.object({ coinbase: z.string().optional(), txid: z.string().optional(), vout: z.int().optional() }),
  ),
  vout: z.array(
    z.object({
      n: z.int().optional(),
      value: z.number().optional(),
      scriptPubKey: z.object({ hex: z.string() }).optional(),
    }),
  ),
});

/** `getblock` with its transactions decoded. */
export const BlockAnswer = z
  .object({
    hash: z.string(),
    previousblockhash: z.string().default('0'.repeat(64)),
    height: z.int(),
    time: z.int(),
    tx: z.array(TransactionAnswer),
  })
  .transform(({ hash, previousblockhash, height, time, tx }): Block => {
    const txs = tx.map(plainTransaction);
    const last = txs.at(-1);
    if (last && isHogEx(last)) txs[txs.length - 1] = { ...last, isHogEx: true };
    return { hash, prev: previousblockhash, height, timeSeconds: time, txs };
  });

/** The parts of a transaction that Sterling uses. Only its place in a block tells whether it is the HogEx. */
export function plainTransaction({ txid, vin, vout }: z.output<typeof TransactionAnswer>): ChainTransaction {
  return {
    txid,
    isCoinbase: vin[0]?.coinbase !== undefined,
    isHogEx: false,
    outs: vout.flatMap(({ n, value, scriptPubKey }) =>
      n === undefined || value === undefined || !scriptPubKey
        ? []
        : { n, litoshi: litoshiOf(value), script: scriptPubKey.hex },
    ),
    ins: vin.flatMap(({ txid: spent, vout: n }) =>
      spent === undefined || n === undefined ? [] : { txid: spent, vout: n },
    ),
  };
}

/**
 * The HogEx pays the MWEB balance to a witness program of version 8, which no other transaction of a block may use in
 * its first output.
 */
function isHogEx({ outs, isCoinbase }: ChainTransaction): boolean {
  return !isCoinbase && /^5820[0-9a-f]{64}$/.test(outs[0]?.script ?? '');
}

/** Converts LTC from JSON to litoshi. Multiplying by 1e8 would not be exact, so it uses eight decimals of text. */
export function litoshiOf(ltc: number): Litoshi {
  return litoshi(Number(ltc.toFixed(8).replace('.', '')));
}
