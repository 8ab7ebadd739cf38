import { createHash } from 'node:crypto';

/** The hashes of the Merkle-sum tree (docs/guide/proof-of-reserves.md, Tree). */

/** A node is 40 bytes: its hash, and its sum in cents as 8 bytes, big-endian. */
export const NODE_BYTES = 40;
const HASH_BYTES = 32;
const LEAF = Buffer.of(0);
const INNER = Buffer.of(1);

export interface TreeNode {
  readonly hash: Buffer;
  readonly cents: number;
}

export interface Leaf {
  readonly salt: Buffer;
  readonly nonce: Buffer;
  /** A user id. */
  readonly account: string;
  readonly cents: number;
}

/** The node of a leaf: its hash, then its sum in 8 bytes (docs/guide/proof-of-reserves.md#tree). */
export function leafNode({ salt, nonce, account, cents }: Leaf): Buffer {
  const sum = sumBytes(cents);
  const hash = createHash('sha256').update(LEAF).update(salt).update(nonce);
  return Buffer.concat([hash.update(account, 'ascii').update(sum).digest(), sum]);
}

/** The next level above `nodes`. The number of nodes is a power of two. */
export function levelAbove(nodes: Buffer): Buffer {
  const above = Buffer.alloc(nodes.length / 2);
  for (let at = 0; at < nodes.length; at += 2 * NODE_BYTES) {
    const pair = nodes.subarray(at, at + 2 * NODE_BYTES);
    const cents = centsOf(pair, 0) + centsOf(pair, 1);
    if (!Number.isSafeInteger(cents)) throw new RangeError('the sum of the tree is out of range');
    const hash = createHash('sha256').update(INNER).update(pair).digest();
    hash.copy(above, at / 2);
    sumBytes(cents).copy(above, at / 2 + HASH_BYTES);
  }
  return above;
}

/** The root of a subtree. */
export function rootOf(nodes: Buffer): Buffer {
  let level = nodes;
  while (level.length > NODE_BYTES) level = levelAbove(level);
  return level;
}

/** The siblings of a node at each level below the root, from the bottom up. */
export function pathIn(nodes: Buffer, position: number): TreeNode[] {
  const path: TreeNode[] = [];
  let level = nodes;
  for (let at = position; level.length > NODE_BYTES; at >>= 1) {
    path.push(nodeAt(level, at ^ 1));
    level = levelAbove(level);
  }
  return path;
}

/** The places of the same siblings in all levels from `nodes` nodes up to the root, written one after another. */
export function siblingPlaces(nodes: number, position: number): number[] {
  const places: number[] = [];
  let start = 0;
  let at = position;
  for (let width = nodes; width > 1; width /= 2) {
    places.push(start + (at ^ 1));
    start += width;
    at >>= 1;
  }
  return places;
}

/** One node of a level, in the form that a proof has. */
export function nodeAt(nodes: Buffer, position: number): TreeNode {
  const at = position * NODE_BYTES;
  return { hash: nodes.subarray(at, at + HASH_BYTES), cents: centsOf(nodes, position) };
}

const centsOf = (nodes: Buffer, position: number): number =>
  Number(nodes.readBigUInt64BE(position * NODE_BYTES + HASH_BYTES));

/** Throws for a sum that is negative or not a safe integer. */
export function sumBytes(cents: number): Buffer {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not a valid sum`);
  const bytes = Buffer.alloc(NODE_BYTES - HASH_BYTES);
  bytes.writeBigUInt64BE(BigInt(cents));
  return bytes;
}
