import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProof } from '../../../../proof/check-proof.mjs';
import { levelAbove, NODE_BYTES, nodeAt, pathIn, siblingPlaces, sumBytes } from './tree.rules.ts';
import { buildTree, LEAVES_PER_CHUNK, splitAtRandom, type Tree, unpackLeaves } from './tree.ts';

const balancesOf = (amounts: readonly number[]) => amounts.map((cents) => ({ userId: randomUUID(), cents }));
const amounts = fc.array(fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1e12 })), {
  maxLength: 60,
});

/** A person's proof as the server composes it. */
function proofIn({ root, cents, chunks, tops, shares }: Tree, person: number) {
  const { userId: account, nonce, leaves, ...share } = shares[person]!;
  const hex = ({ hash, cents: sum }: { hash: Buffer; cents: number }) => ({
    hash: hash.toString('hex'),
    cents: sum,
  });
  return {
    format: 'sterling-balance-proof-1',
    account,
    nonce: nonce.toString('hex'),
    cents: share.cents,
    root: hex({ hash: root, cents }),
    leaves: unpackLeaves(leaves).map(({ place, salt, cents: part }) => {
      const chunk = Math.floor(place / LEAVES_PER_CHUNK);
      const above = siblingPlaces(chunks.length, chunk).map((at) => nodeAt(tops, at));
      const path = [...pathIn(chunks[chunk]!, place % LEAVES_PER_CHUNK), ...above].map(hex);
      return { position: place, salt: salt.toString('hex'), cents: part, path };
    }),
  };
}
type Proof = ReturnType<typeof proofIn>;

describe('the tree', () => {
  test('has the sum of all balances as its root, and proves each of them', async () => {
    await fc.assert(
      fc.asyncProperty(amounts, async (drawn) => {
        const tree = await buildTree(balancesOf(drawn));
        expect(tree.cents).toBe(drawn.reduce((sum, cents) => sum + cents, 0));
        expect(tree.chunks.length * LEAVES_PER_CHUNK).toBe(2 ** tree.depth);
        for (const person of drawn.keys()) await checkProof(proofIn(tree, person));
      }),
      { numRuns: 15 },
    );
  });

  test('gives no two leaves one place, and mixes the people', async () => {
    const tree = await buildTree(balancesOf(Array.from({ length: 300 }, (_, nth) => 100 + nth)));
    const places = tree.shares.flatMap(({ leaves }) => unpackLeaves(leaves).map(({ place }) => place));
    expect(new Set(places).size).toBe(places.length);
    expect(places).not.toEqual(places.toSorted((a, b) => a - b));
    expect(2 ** tree.depth).toBeGreaterThan(places.length * 1.4);
  });

  test('has the same size for one person and for fifty', async () => {
    const depths = [0, 1, 50].map(
      async (count) => (await buildTree(balancesOf(Array(count).fill(500)))).depth,
    );
    expect(await Promise.all(depths)).toEqual([10, 10, 10]);
  });

  test('refuses a sum that is negative or out of range', () => {
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => sumBytes(wrong)).toThrow(RangeError);
    const most = Buffer.concat([Buffer.alloc(32), sumBytes(Number.MAX_SAFE_INTEGER)]);
    expect(() => levelAbove(Buffer.concat([most, most]))).toThrow(RangeError);
  });
});

test('a balance is split into parts, none of which is the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 2 ** 40 }), (cents) => {
      const parts = splitAtRandom(cents);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
      expect(parts.length).toBeGreaterThanOrEqual(3);
      for (const part of parts) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThan(cents);
      }
    }),
  );
});

test('access 20: a proof contains no balance, account, nonce or salt of another person', async () => {
  // sums of parts can equal a small balance by chance, so the balances are large
  const balances = balancesOf(Array.from({ length: 40 }, (_, nth) => 1_000_000_000_000 + nth * 77_777_777));
  const tree = await buildTree(balances);
  for (const person of balances.keys()) {
    const text = JSON.stringify(proofIn(tree, person));
    for (const [other, { userId, cents, nonce, leaves }] of tree.shares.entries()) {
      if (other === person) continue;
      expect(text).not.toContain(userId);
      expect(text).not.toContain(nonce.toString('hex'));
      expect(text).not.toContain(`:${cents}`);
      for (const { salt } of unpackLeaves(leaves)) expect(text).not.toContain(salt.toString('hex'));
    }
  }
});

test('what stands next to a leaf is a part of a balance or padding, and never a whole balance', async () => {
  const balances = balancesOf(Array.from({ length: 100 }, () => 1_000));
  const tree = await buildTree(balances);
  const leaves = tree.chunks.flatMap((chunk) =>
    Array.from({ length: chunk.length / NODE_BYTES }, (_, nth) => nodeAt(chunk, nth).cents),
  );
  expect(Math.max(...leaves)).toBeLessThan(1_000);
  for (const person of balances.keys())
    for (const { position, path } of proofIn(tree, person).leaves)
      expect(path[0]!.cents).toBe(leaves[position ^ 1]);
});

describe('the checker refuses', () => {
  const change = async (
    edit: (proof: Proof) => unknown,
    published?: string,
    own?: { account?: string; cents?: number },
  ) => {
    const tree = await buildTree(balancesOf([12_345, 60_000, 99]));
    const proof = proofIn(tree, 0);
    await checkProof(proof);
    const copy = structuredClone(proof) as Proof;
    edit(copy);
    return checkProof(copy, published, own);
  };
  /** The first leaf with money. */
  const paid = ({ leaves }: Proof) => leaves.find(({ cents }) => cents > 0)!;
  const flip = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

  test.each<[what: string, edit: (proof: Proof) => unknown, why: string]>([
    ['a larger balance', (proof) => (proof.cents += 1), 'do not add up'],
    ['a smaller balance', (proof) => (proof.cents -= 1), 'do not add up'],
    [
      'a leaf left out',
      (proof) => proof.leaves.splice(proof.leaves.indexOf(paid(proof)), 1),
      'do not add up',
    ],
    ['a leaf counted twice', (proof) => proof.leaves.push(paid(proof)), 'counted twice'],
    [
      'a leaf counted twice at another place',
      (proof) => proof.leaves.push({ ...paid(proof), position: paid(proof).position ^ 1 }),
      'lead to the root|counted twice',
    ],
    ['a changed amount', (proof) => (paid(proof).cents -= 1), 'lead to the root'],
    ['a negative amount', (proof) => (paid(proof).cents = -5), 'malformed'],
    ['a changed salt', (proof) => (paid(proof).salt = flip(paid(proof).salt)), 'lead to the root'],
    ['a changed nonce', (proof) => (proof.nonce = flip(proof.nonce)), 'lead to the root'],
    ['the leaf of another account', (proof) => (proof.account = randomUUID()), 'lead to the root'],
    ['a smaller sum beside', (proof) => (proof.leaves[0]!.path.at(-1)!.cents -= 1), 'lead to the root'],
    ['a negative sum beside', (proof) => (proof.leaves[0]!.path.at(-1)!.cents = -1), 'negative or too large'],
    ['a sum out of range', (proof) => (proof.leaves[0]!.path[3]!.cents = 2 ** 53), 'negative or too large'],
    ['a shorter path', (proof) => proof.leaves[0]!.path.shift(), 'depths|outside|lead to the root'],
    ['a smaller total', (proof) => (proof.root.cents -= 1), 'lead to the root'],
    ['another root', (proof) => (proof.root.hash = flip(proof.root.hash)), 'lead to the root'],
    ['another format', (proof) => (proof.format = 'sterling-balance-proof-2'), 'not a balance proof'],
  ])('%s', async (_what, edit, why) => {
    await expect(change(edit)).rejects.toThrow(new RegExp(why));
  });

  test.each<[what: string, edit: (proof: Proof) => unknown, why: string]>([
    ['no leaves and no balance', (proof) => Object.assign(proof, { leaves: [], cents: 0 }), 'no balance'],
    ['no leaves for a balance', (proof) => Object.assign(proof, { leaves: [] }), 'no balance'],
    [
      'a balance of 0',
      (proof) => Object.assign(proof, { leaves: proof.leaves.slice(0, 1), cents: 0 }),
      'no balance',
    ],
    ['a negative balance', (proof) => (proof.cents = -12_345), 'no balance'],
    ['a balance that is text', (proof) => Object.assign(proof, { cents: String(proof.cents) }), 'no balance'],
    ['leaves that are no list', (proof) => Object.assign(proof, { leaves: { length: 1 } }), ''],
    ['a fraction as a position', (proof) => (paid(proof).position += 0.5), 'outside the tree'],
    ['a position beyond the tree', (proof) => (paid(proof).position += 2 ** 10), 'outside the tree'],
    [
      'a salt that is a list',
      (proof) => Object.assign(paid(proof), { salt: [paid(proof).salt] }),
      'malformed',
    ],
  ])('access 20: %s', async (_what, edit, why) => {
    await expect(change(edit)).rejects.toThrow(new RegExp(why));
  });

  // its leaf would be one for all accounts that begin with the same character
  test('access 20: an account that is a list of texts', async () => {
    const [account, nonce, salt] = [randomUUID(), 'ab'.repeat(32), 'cd'.repeat(32)];
    const name = Buffer.from(account.slice(0, 1)).toString('hex');
    const bytes = Buffer.from(`00${salt}${nonce}${name}${(500).toString(16).padStart(16, '0')}`, 'hex');
    const root = { hash: createHash('sha256').update(bytes).digest('hex'), cents: 500 };
    const leaves = [{ position: 0, salt, cents: 500, path: [] }];
    const proof = { format: 'sterling-balance-proof-1', account: [account], nonce, cents: 500, root, leaves };
    await expect(checkProof(proof, root.hash)).rejects.toThrow('account or the nonce is malformed');
  });

  test('access 20: the proof of another account or of another balance than one’s own', async () => {
    await expect(change(() => undefined, undefined, { account: randomUUID() })).rejects.toThrow(
      'another account',
    );
    await expect(change(() => undefined, undefined, { cents: 12_346 })).rejects.toThrow('another balance');
    await change(() => undefined, undefined, { cents: 12_345 });
  });

  // two texts for the same bytes would let one leaf count twice
  test('access 20: a leaf or an inner node in place of the other', async () => {
    const tree = await buildTree(balancesOf([12_345]));
    const proof = proofIn(tree, 0);
    const leaf = paid(proof);
    const inner = { ...leaf, position: leaf.position >> 1, path: leaf.path.slice(1) };
    const longer = { ...leaf, path: [{ hash: 'ab'.repeat(32), cents: 0 }, ...leaf.path] };
    for (const other of [inner, longer])
      await expect(checkProof({ ...proof, cents: leaf.cents, leaves: [other] })).rejects.toThrow(
        'lead to the root',
      );
  });

  test('a root that is not the published one', async () => {
    await expect(change(() => undefined, 'ab'.repeat(32))).rejects.toThrow('not the published root');
  });
});

const CHECKER = fileURLToPath(new URL('../../../../proof/check-proof.mjs', import.meta.url));

test.each([
  ['no file', [], 'Usage: node check-proof.mjs'],
  ['a file that does not exist', ['nowhere.json'], 'The proof cannot be read: ENOENT'],
  ['a file that is not JSON', [CHECKER], 'The proof cannot be read: Unexpected token'],
])('the script that gets %s says why it checks nothing', (_what, files, message) => {
  const { status, stderr } = spawnSync(process.execPath, [CHECKER, ...files], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
});
