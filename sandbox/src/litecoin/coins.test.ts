import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LitecoinNode, openNode } from './node.ts';
import type { ShownBlock } from './test-contract.ts';
import { makeKey, signSpend } from './test-payments.ts';
import { nameOutpoint } from './transaction.ts';

type Step =
  | { do: 'send'; to: number; ltc: number; pegOut: boolean }
  | { do: 'spend'; from: number; to: number }
  | { do: 'mine'; blocks: number }
  | { do: 'reorg'; depth: number; drop: number }
  | { do: 'restart' };

const KEYS = ['one', 'two', 'three'].map((name) => makeKey(`walk ${name}`));
const keyIndex = fc.nat({ max: KEYS.length - 1 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      to: keyIndex,
      ltc: fc.integer({ min: 1, max: 500 }),
      pegOut: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('spend' as const), from: keyIndex, to: keyIndex }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 6 }),
      drop: fc.nat(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

test('after any sequence of steps, the coins equal those of a replay of the blocks', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
      const directory = mkdtempSync(join(tmpdir(), 'sandbox-litecoin-'));
      const open = () => openNode({ directory, now: () => Date.UTC(2026, 0, 1) });
      let node = open();
      for (const step of steps) {
        if (step.do === 'restart') {
          node.close();
          node = open();
        } else takeStep(node, step);
      }
      compareWithReplay(node);
      node.mine(1);
      compareWithReplay(node);
      expect(node.state().mempool).toEqual([]);
      node.close();
      rmSync(directory, { recursive: true });
    }),
    { numRuns: 40 },
  );
}, 300_000);

function takeStep(node: LitecoinNode, step: Exclude<Step, { do: 'restart' }>): void {
  if (step.do === 'send')
    node.send({ outputs: [{ address: KEYS[step.to]!.address, ltc: step.ltc }], pegOut: step.pegOut });
  if (step.do === 'mine') node.mine(step.blocks);
  if (step.do === 'spend') spendOne(node, step.from, step.to);
  if (step.do === 'reorg') {
    const paid = KEYS.flatMap(({ address }) => node.received(address).outputs);
    const drop = paid.length > 0 ? [paid[step.drop % paid.length]!.txid] : [];
    node.reorg({ depth: step.depth, drop });
  }
}

/** Spends the key's first coin, if any. The node may refuse a young peg-out or a long mempool chain. */
function spendOne(node: LitecoinNode, from: number, to: number): void {
  const key = KEYS[from]!;
  const coin = node
    .received(key.address)
    .outputs.find(({ txid, n }) => node.rpc('gettxout', [txid, n]) !== null);
  if (!coin) return;
  const litoshi = BigInt(Math.round(coin.ltc * 1e8));
  const hex = signSpend(
    key,
    [{ txid: coin.txid, vout: coin.n, litoshi }],
    [{ address: KEYS[to]!.address, litoshi: litoshi - 1000n }],
  );
  try {
    node.rpc('sendrawtransaction', [hex]);
  } catch (error) {
    expect((error as Error).message).toMatch(/premature-spend-of-pegout|too-long-mempool-chain/);
  }
}

/** Replays the chain from its JSON, as the product reads it, and compares coins and balances. */
function compareWithReplay(node: LitecoinNode): void {
  const unspent = new Map<string, { value: number; hex: string }>();
  const { height } = node.state();
  let previous = node.rpc('getblockhash', [0]);
  for (let at = 1; at <= height; at++) {
    const block = node.rpc('getblock', [node.rpc('getblockhash', [at]), 2]) as ShownBlock;
    expect(block.previousblockhash).toBe(previous);
    previous = block.hash;
    for (const { txid, vin, vout } of block.tx) {
      for (const input of vin)
        if (!('coinbase' in input))
          expect(unspent.delete(nameOutpoint(String(input.txid), Number(input.vout)))).toBe(true);
      for (const { value, n, scriptPubKey } of vout)
        if (scriptPubKey.type !== 'nulldata')
          unspent.set(nameOutpoint(txid, n), { value, hex: scriptPubKey.hex });
    }
  }
  const scan = (object: string) =>
    node.rpc('scantxoutset', ['start', [object]]) as {
      txouts: number;
      unspents: { txid: string; vout: number; amount: number }[];
    };
  expect(scan('raw(00)').txouts).toBe(unspent.size);
  for (const { address, script } of KEYS) {
    const replayed = [...unspent]
      .filter(([, { hex }]) => hex === Buffer.from(script).toString('hex'))
      .map(([name, { value }]) => `${name} ${value}`);
    expect(
      scan(`addr(${address})`)
        .unspents.map(({ txid, vout, amount }) => `${nameOutpoint(txid, vout)} ${amount}`)
        .sort(),
    ).toEqual(replayed.sort());
  }
}
