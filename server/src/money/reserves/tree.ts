import { randomBytes, randomInt } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { leafNode, levelAbove, NODE_BYTES, nodeAt, rootOf } from './tree.rules.ts';

/** A person's balance. */
export interface Balance {
  readonly userId: string;
  readonly cents: number;
}

/** Where a person's balance is in the tree. */
export interface Share extends Balance {
  readonly nonce: Buffer;
  /** Of each leaf: position (4 bytes), cents (8 bytes), salt (32 bytes). */
  readonly leaves: Buffer;
}

export interface Tree {
  readonly depth: number;
  readonly root: Buffer;
  readonly cents: number;
  /** The leaves, LEAVES_PER_CHUNK in each chunk. */
  readonly chunks: readonly Buffer[];
  /** The roots of the chunks, and the levels above them up to the root. */
  readonly tops: Buffer;
  readonly shares: readonly Share[];
}

export const LEAVES_PER_CHUNK = 256;
/** Padding up to this number hides how few people have a balance. */
const MIN_LEAVES = 1_024;
/** The number of leaves of a balance. At least two of them hold money if the balance is two cents or more. */
const PARTS = { from: 3, to: 8 } as const;
const RANDOM_BYTES = 32;

/**
 * Builds a tree over balances. Each balance is split at random, and its parts get random places between leaves of zero.
 * So neither a place nor the sum of a neighbour reveals a balance or its owner.
 */
export async function buildTree(balances: readonly Balance[]): Promise<Tree> {
  const parts = balances.map(({ cents }) => splitAtRandom(cents));
  const used = parts.reduce((count, own) => count + own.length, 0);
  const places = shuffledPlaces(leavesFor(used));
  // padding looks like any other leaf: a random hash, with the sum zero
  const nodes = randomBytes(places.length * NODE_BYTES);
  for (let place = 0; place < places.length; place += 1)
    nodes.fill(0, (place + 1) * NODE_BYTES - 8, (place + 1) * NODE_BYTES);
  const shares: Share[] = [];
  let next = 0;
  for (const [person, balance] of balances.entries()) {
    const own = parts[person]!;
    shares.push(writeShare(nodes, balance, own, places.subarray(next, next + own.length)));
    next += own.length;
    if (person % YIELD_EVERY === 0) await otherWork();
  }
  return { ...(await hashLevels(nodes)), shares };
}

/** After this many people or chunks, other work of the process may run. */
const YIELD_EVERY = 64;

/** Writes a person's leaves at their places. */
function writeShare(nodes: Buffer, balance: Balance, parts: readonly number[], places: Uint32Array): Share {
  const nonce = randomBytes(RANDOM_BYTES);
  const leaves = parts.map((cents, nth) => ({ cents, place: places[nth]!, salt: randomBytes(RANDOM_BYTES) }));
  for (const { cents, place, salt } of leaves)
    leafNode({ salt, nonce, account: balance.userId, cents }).copy(nodes, place * NODE_BYTES);
  return { ...balance, nonce, leaves: Buffer.concat(leaves.map(packLeaf)) };
}

async function hashLevels(nodes: Buffer): Promise<Omit<Tree, 'shares'>> {
  const chunkBytes = LEAVES_PER_CHUNK * NODE_BYTES;
  const chunks = Array.from({ length: nodes.length / chunkBytes }, (_, chunk) =>
    nodes.subarray(chunk * chunkBytes, (chunk + 1) * chunkBytes),
  );
  const roots: Buffer[] = [];
  for (const [nth, chunk] of chunks.entries()) {
    roots.push(rootOf(chunk));
    if (nth % YIELD_EVERY === 0) await otherWork();
  }
  const levels: Buffer[] = [Buffer.concat(roots)];
  while (levels.at(-1)!.length > NODE_BYTES) levels.push(levelAbove(levels.at(-1)!));
  const { hash, cents } = nodeAt(levels.at(-1)!, 0);
  const depth = Math.log2(nodes.length / NODE_BYTES);
  return { depth, root: hash, cents, chunks, tops: Buffer.concat(levels) };
}

/** A power of two that leaves room for padding. */
function leavesFor(used: number): number {
  let leaves = MIN_LEAVES;
  while (leaves < used * 1.5) leaves *= 2;
  return leaves;
}

function shuffledPlaces(count: number): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, place) => place);
  for (let last = count - 1; last > 0; last -= 1) {
    const chosen = randomInt(last + 1);
    [places[last], places[chosen]] = [places[chosen]!, places[last]!];
  }
  return places;
}

/** Splits cents at random into parts. No part is the whole balance, except for a balance of one cent. */
export function splitAtRandom(cents: number): number[] {
  const count = randomInt(PARTS.from, PARTS.to + 1);
  if (cents < 2) return [cents, ...Array.from({ length: count - 1 }, () => 0)];
  const inside = 1 + randomInt(cents - 1);
  const cuts = [inside, ...Array.from({ length: count - 2 }, () => randomInt(cents + 1))];
  const ends = [...cuts.toSorted((a, b) => a - b), cents];
  return ends.map((end, nth) => end - (ends[nth - 1] ?? 0));
}

const LEAF_BYTES = 4 + 8 + RANDOM_BYTES;

interface PackedLeaf {
  readonly place: number;
  readonly cents: number;
  readonly salt: Buffer;
}

function packLeaf({ place, cents, salt }: PackedLeaf): Buffer {
  const head = Buffer.alloc(LEAF_BYTES - RANDOM_BYTES);
  head.writeUInt32BE(place);
  head.writeBigUInt64BE(BigInt(cents), 4);
  return Buffer.concat([head, salt]);
}

/** Reads the leaves of a share. */
export function unpackLeaves(leaves: Buffer): PackedLeaf[] {
  return Array.from({ length: leaves.length / LEAF_BYTES }, (_, nth) => {
    const leaf = leaves.subarray(nth * LEAF_BYTES, (nth + 1) * LEAF_BYTES);
    return {
      place: leaf.readUInt32BE(),
      cents: Number(leaf.readBigUInt64BE(4)),
      salt: leaf.subarray(LEAF_BYTES - RANDOM_BYTES),
    };
  });
}
