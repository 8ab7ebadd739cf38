import { RawTx } from '@scure/btc-signer';
import { fromHex, sha256Twice, toHex, toShownHash } from './hashing.ts';

export type TransactionInput = {
  readonly txid: string;
  readonly vout: number;
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
  readonly sequence: number;
};
export type TransactionOutput = {
  readonly litoshi: bigint;
  readonly script: Uint8Array;
  readonly scriptHex: string;
};

/** The public part of an MWEB transaction: its peg-outs, and nothing about their source. */
export type MwebPart = {
  readonly kernelId: string;
  readonly inputId: string;
  readonly outputId: string;
  readonly feeLitoshi: bigint;
  readonly height: number;
  readonly pegOuts: readonly TransactionOutput[];
};
export type Transaction = {
  readonly txid: string;
  readonly wtxid: string;
  readonly hex: string;
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly TransactionInput[];
  readonly outputs: readonly TransactionOutput[];
  readonly size: number;
  readonly baseSize: number;
  readonly weight: number;
  readonly vsize: number;
  readonly isCoinbase: boolean;
  readonly isHogEx: boolean;
  readonly mweb?: MwebPart;
};

export type RawTransaction = Parameters<typeof RawTx.encode>[0];
/** MWEB's serialization flag (0x08) in the place of segwit's, and the empty MWEB body before the lock time. */
const HOGEX_FLAG = Uint8Array.of(0, 8);
const HOGEX_BODY = Uint8Array.of(0);

/** Parses a serialized transaction. Throws unless the bytes are exactly one. */
export function parseTransaction(hex: string): Transaction {
  const bytes = fromHex(hex);
  const raw = RawTx.decode(bytes);
  return describe(raw, bytes.length, toHex(bytes), false);
}

/** Makes a transaction, with its ids, sizes and hex. */
export function buildTransaction(raw: RawTransaction): Transaction {
  const bytes = RawTx.encode(raw);
  return describe(raw, bytes.length, toHex(bytes), false);
}

/** Builds the HogEx, which ends a block and moves money in and out of MWEB. Its MWEB flag breaks common parsers, as on the main chain. */
export function buildHogEx(raw: RawTransaction): Transaction {
  const plain = encodeBase(raw);
  const flagged = Buffer.concat([
    plain.subarray(0, 4),
    HOGEX_FLAG,
    plain.subarray(4, -4),
    HOGEX_BODY,
    plain.subarray(-4),
  ]);
  return describe(raw, flagged.length, toHex(flagged), true);
}

/** Builds an MWEB transaction as the mempool shows it: without scripts and values, and with a txid that appears in no block. */
export function buildMwebTransaction(mweb: MwebPart): Transaction {
  const lockTime = Buffer.alloc(4);
  lockTime.writeUInt32LE(mweb.height);
  const body = Buffer.concat([
    Buffer.from('02000000000800000101', 'hex'),
    fromHex(mweb.inputId + mweb.outputId + mweb.kernelId),
    lockTime,
  ]);
  const txid = toShownHash(fromHex(mweb.kernelId));
  return {
    txid,
    wtxid: txid,
    hex: toHex(body),
    version: 2,
    lockTime: mweb.height,
    inputs: [],
    outputs: [],
    size: body.length,
    baseSize: 31,
    weight: 124,
    vsize: 31,
    isCoinbase: false,
    isHogEx: false,
    mweb,
  };
}

/** The name of a coin: its transaction and output index. */
export function nameOutpoint(txid: string, vout: number): string {
  return `${txid}:${vout}`;
}

function describe(raw: RawTransaction, size: number, hex: string, isHogEx: boolean): Transaction {
  const base = encodeBase(raw);
  const weight = isHogEx ? base.length * 4 : base.length * 3 + size;
  const txid = toShownHash(sha256Twice(base));
  return {
    txid,
    wtxid: isHogEx ? txid : toShownHash(sha256Twice(fromHex(hex))),
    hex,
    version: raw.version,
    lockTime: raw.lockTime,
    inputs: raw.inputs.map((input, i) => ({
      txid: toHex(input.txid),
      vout: input.index,
      scriptSig: input.finalScriptSig,
      witness: raw.witnesses?.[i] ?? [],
      sequence: input.sequence,
    })),
    outputs: raw.outputs.map(({ amount, script }) => ({ litoshi: amount, script, scriptHex: toHex(script) })),
    size,
    baseSize: base.length,
    weight,
    vsize: Math.ceil(weight / 4),
    isCoinbase: raw.inputs.length === 1 && raw.inputs[0]!.index === 0xffffffff,
    isHogEx,
  };
}

function encodeBase(raw: RawTransaction): Uint8Array {
  return RawTx.encode({ ...raw, segwitFlag: false, witnesses: undefined });
}
