import { computeMerkleRoot, fromHex, fromShownHash, sha256Twice, toHex, toShownHash } from './hashing.ts';
import { BITS, BLOCK_VERSION, GENESIS_COINBASE, GENESIS_HEADER } from './params.ts';
import {
  buildHogEx,
  type MwebPart,
  parseTransaction,
  type RawTransaction,
  type Transaction,
} from './transaction.ts';

/** The MWEB part of a block: the commitment in its HogEx, and the transactions whose peg-outs it pays. */
export type MwebBlock = { readonly hash: string; readonly transactions: readonly MwebPart[] };
export type Block = {
  readonly hash: string;
  readonly height: number;
  readonly header: Uint8Array;
  readonly version: number;
  readonly previousHash: string;
  readonly merkleRoot: string;
  readonly timeSeconds: number;
  readonly nonce: number;
  readonly transactions: readonly Transaction[];
  readonly mweb?: MwebBlock;
};

/** A block in the log on disk. */
export type BlockRecord = {
  height: number;
  header: string;
  transactions: string[];
  mweb?: { hash: string; hogEx: StoredRaw; transactions: StoredMweb[] };
};
export type StoredMweb = Omit<MwebPart, 'feeLitoshi' | 'pegOuts'> & {
  feeLitoshi: string;
  pegOuts: { litoshi: string; script: string }[];
};
type StoredRaw = {
  inputs: { txid: string; index: number }[];
  outputs: { litoshi: string; script: string }[];
};

/** Builds a block from transactions: the header of 80 bytes, and its double SHA-256 as the hash. */
export function sealBlock(
  height: number,
  previousHash: string,
  timeSeconds: number,
  transactions: readonly Transaction[],
  mweb?: MwebBlock,
): Block {
  const header = Buffer.alloc(80);
  header.writeInt32LE(BLOCK_VERSION, 0);
  header.set(fromShownHash(previousHash), 4);
  header.set(computeMerkleRoot(transactions.map(({ txid }) => fromShownHash(txid))), 36);
  header.writeUInt32LE(timeSeconds, 68);
  header.writeUInt32LE(BITS, 72);
  return describe(height, header, transactions, mweb);
}

/** The real block 0 of Litecoin's regtest. */
export function buildGenesis(): Block {
  return describe(0, fromHex(GENESIS_HEADER), [parseTransaction(GENESIS_COINBASE)]);
}

/** The serialized block without its MWEB body. */
export function serializeBlock({ header, transactions }: Block): string {
  return (
    toHex(header) + toHex(encodeCount(transactions.length)) + transactions.map(({ hex }) => hex).join('')
  );
}

/** The size of a block without and with witnesses, and its weight. */
export function measureBlock({ transactions }: Block): {
  strippedsize: number;
  size: number;
  weight: number;
} {
  const frame = 80 + encodeCount(transactions.length).length;
  const sum = (of: (transaction: Transaction) => number) =>
    transactions.reduce((total, each) => total + of(each), 0);
  return {
    strippedsize: frame + sum((each) => each.baseSize),
    size: frame + sum((each) => each.size),
    weight: frame * 4 + sum((each) => each.weight),
  };
}

/**
 * The block as JSON for the journal. The HogEx is stored with its MWEB part, because common parsers cannot
 * read it.
 */
export function storeBlock({ height, header, transactions, mweb }: Block): BlockRecord {
  const record: BlockRecord = {
    height,
    header: toHex(header),
    transactions: transactions.filter((each) => !each.isHogEx).map(({ hex }) => hex),
  };
  const hogEx = transactions.at(-1)!;
  if (mweb && hogEx.isHogEx)
    record.mweb = { hash: mweb.hash, hogEx: storeRaw(hogEx), transactions: mweb.transactions.map(storeMweb) };
  return record;
}

/** The block that `storeBlock` stored. */
export function restoreBlock({ height, header, transactions, mweb }: BlockRecord): Block {
  const restored = transactions.map(parseTransaction);
  if (!mweb) return describe(height, fromHex(header), restored);
  restored.push(buildHogEx(restoreRaw(mweb.hogEx)));
  return describe(height, fromHex(header), restored, {
    hash: mweb.hash,
    transactions: mweb.transactions.map(restoreMweb),
  });
}

/** The MWEB part as JSON: integers of 64 bits become texts. */
export function storeMweb(mweb: MwebPart): StoredMweb {
  const pegOuts = mweb.pegOuts.map(({ litoshi, scriptHex }) => ({
    litoshi: String(litoshi),
    script: scriptHex,
  }));
  return { ...mweb, feeLitoshi: String(mweb.feeLitoshi), pegOuts };
}

/** The MWEB part that `storeMweb` stored. */
export function restoreMweb(stored: StoredMweb): MwebPart {
  const pegOuts = stored.pegOuts.map(({ litoshi, script }) => ({
    litoshi: BigInt(litoshi),
    script: fromHex(script),
    scriptHex: script,
  }));
  return { ...stored, feeLitoshi: BigInt(stored.feeLitoshi), pegOuts };
}

function describe(
  height: number,
  header: Uint8Array,
  transactions: readonly Transaction[],
  mweb?: MwebBlock,
): Block {
  const view = Buffer.from(header);
  return {
    hash: toShownHash(sha256Twice(header)),
    height,
    header,
    version: view.readInt32LE(0),
    previousHash: toShownHash(view.subarray(4, 36)),
    merkleRoot: toShownHash(view.subarray(36, 68)),
    timeSeconds: view.readUInt32LE(68),
    nonce: view.readUInt32LE(76),
    transactions,
    ...(mweb && { mweb }),
  };
}

function storeRaw({ inputs, outputs }: Transaction): StoredRaw {
  return {
    inputs: inputs.map(({ txid, vout }) => ({ txid, index: vout })),
    outputs: outputs.map(({ litoshi, scriptHex }) => ({ litoshi: String(litoshi), script: scriptHex })),
  };
}

function restoreRaw({ inputs, outputs }: StoredRaw): RawTransaction {
  return makeHogExParts(
    inputs.map(({ txid, index }) => ({ txid, vout: index })),
    outputs.map(({ litoshi, script }) => ({ litoshi: BigInt(litoshi), script: fromHex(script) })),
  );
}

/** The parts of a HogEx, which has neither signatures nor lock time. */
export function makeHogExParts(
  inputs: { txid: string; vout: number }[],
  outputs: { litoshi: bigint; script: Uint8Array }[],
): RawTransaction {
  return {
    version: 2,
    segwitFlag: false,
    inputs: inputs.map(({ txid, vout }) => ({
      txid: fromHex(txid),
      index: vout,
      finalScriptSig: new Uint8Array(),
      sequence: 0xffffffff,
    })),
    outputs: outputs.map(({ litoshi, script }) => ({ amount: litoshi, script })),
    witnesses: undefined,
    lockTime: 0,
  };
}

function encodeCount(count: number): Uint8Array {
  if (count < 0xfd) return Uint8Array.of(count);
  return Uint8Array.of(0xfd, count & 0xff, count >> 8);
}
