import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseLtc } from './faucet.ts';
import { type LitecoinNode, openNode } from './node.ts';
import type { ShownBlock } from './test-contract.ts';
import { listAddressKinds, makeKey, signSpend } from './test-payments.ts';

let directory: string;
let node: LitecoinNode;
let nowMs = Date.UTC(2026, 0, 1);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-litecoin-'));
  node = openNode({ directory, now: () => nowMs });
});
afterEach(() => {
  node.close();
  rmSync(directory, { recursive: true });
});

describe('a new node', () => {
  test('always has the same chain', () => {
    const other = mkdtempSync(join(tmpdir(), 'sandbox-litecoin-'));
    const twin = openNode({ directory: other, now: () => nowMs + 12_345_678 });
    expect(twin.state()).toEqual(node.state());
    expect(node.state()).toMatchObject({ height: 150, mempool: [] });
    twin.close();
    rmSync(other, { recursive: true });
  });

  test('has coins for many payments between two blocks, and for large ones', () => {
    const { address } = makeKey('many');
    for (let i = 0; i < 260; i++) node.send({ outputs: [{ address, ltc: 1 }] });
    expect(node.state().mempool).toHaveLength(260);
    expect(node.send({ outputs: [{ address, ltc: 50_000 }] })).toHaveProperty('txid');
    node.mine(1);
    expect(node.received(address)).toMatchObject({ ltc: 50_260 });
  });
});

describe('steal', () => {
  test('spends all coins of an address without its key, and survives a restart', () => {
    const { address } = makeKey('robbed');
    expect(() => node.steal(address)).toThrow('too little');
    node.send({ outputs: [{ address, ltc: 1 }] });
    node.send({ outputs: [{ address, ltc: 2 }] });
    node.mine(1);
    const { txid } = node.steal(address);
    expect(node.state().mempool).toEqual([txid]);
    expect(() => node.steal(address)).toThrow('too little');
    node.close();
    node = openNode({ directory, now: () => nowMs });
    expect(node.state().mempool).toEqual([txid]);
    node.mine(1);
    const left = node.rpc('scantxoutset', ['start', [`addr(${address})`]]);
    expect(left).toMatchObject({ total_amount: 0 });
    expect(() => node.steal('nowhere')).toThrow('not a Litecoin regtest address');
  });
});

describe('send', () => {
  test('pays every kind of address exactly, and lists the received payments', () => {
    for (const [, address] of listAddressKinds()) {
      const { txid } = node.send({
        outputs: [
          { address, ltc: '0.12345678' },
          { address, ltc: 1e-4 },
        ],
      });
      const outputs = [
        { txid, n: 0, ltc: 0.12345678 },
        { txid, n: 1, ltc: 0.0001 },
      ];
      expect(node.received(address)).toEqual({
        ltc: 0.12355678,
        outputs: outputs.map((each) => ({ ...each, confirmations: 0 })),
      });
      node.mine(3);
      expect(node.received(address).outputs).toEqual(outputs.map((each) => ({ ...each, confirmations: 3 })));
    }
  });

  test('explains why it cannot pay', () => {
    const { address } = makeKey('refused');
    const pay =
      (to: string, ltc: number | string, pegOut = false) =>
      () =>
        node.send({ outputs: [{ address: to, ltc }], pegOut });
    expect(pay('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh', 1)).toThrow(
      'is not a Litecoin regtest address',
    );
    expect(pay(address, 0.00002939)).toThrow('below the dust limit of 2940 litoshi');
    expect(pay(address, 20_000_000)).toThrow('the faucet holds less than that');
    expect(pay(address, 2_000_000, true)).toThrow('MWEB holds less than that');
    expect(() => node.send({ outputs: [] })).toThrow('there is no output to pay');
    expect(() => node.received('nonsense')).toThrow('is not a Litecoin regtest address');
    expect(node.state().mempool).toEqual([]);
  });

  test.each([
    [1, 100_000_000n],
    ['0.00000001', 1n],
    [1e-8, 1n],
    [1.1, 110_000_000n],
    [0.1 + 0.2, undefined],
    ['1.123456789', undefined],
    [1e-9, undefined],
    [0, undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    ['', undefined],
    ['1e3', undefined],
  ])('reads the amount %s', (ltc, litoshi) => {
    if (litoshi === undefined)
      expect(() => parseLtc(ltc)).toThrow('is not an amount of LTC with up to 8 decimals');
    else expect(parseLtc(ltc)).toBe(litoshi);
  });
});

describe('mine', () => {
  test('block times follow the clock and always increase', () => {
    node.mine(15);
    nowMs -= 3_600_000;
    node.mine(3);
    const block = getBlock(168);
    expect(block.time).toBe(Number(getBlock(167).mediantime) + 1);
    nowMs += 7_200_000;
    node.mine(1);
    expect(getBlock(169).time).toBe(nowMs / 1000);
  });

  test.each([0, -1, 1.5, 10_001, Number.NaN])('refuses %s blocks', (blocks) => {
    expect(() => node.mine(blocks)).toThrow('blocks must be a whole number from 1 to 10000');
  });
});

describe('reorg', () => {
  test('removes dropped transactions and their descendants, and keeps all others', () => {
    const [key, other] = [makeKey('reorg'), makeKey('other')];
    const dropped = node.send({ outputs: [{ address: key.address, ltc: 1 }] }).txid;
    const kept = node.send({ outputs: [{ address: other.address, ltc: 2 }] }).txid;
    node.mine(1);
    const spend = signSpend(
      key,
      [{ txid: dropped, vout: 0, litoshi: 100_000_000n }],
      [{ address: other.address, litoshi: 99_000_000n }],
    );
    const spender = String(node.rpc('sendrawtransaction', [spend]));
    node.mine(1);
    const last = signSpend(
      other,
      [{ txid: spender, vout: 0, litoshi: 99_000_000n }],
      [{ address: key.address, litoshi: 98_000_000n }],
    );
    node.rpc('sendrawtransaction', [last]);
    expect(node.reorg({ depth: 2, drop: [dropped] })).toMatchObject({ height: 153 });
    expect(node.state().mempool).toEqual([]);
    expect(node.received(key.address)).toEqual({ ltc: 0, outputs: [] });
    expect(node.received(other.address)).toEqual({
      ltc: 2,
      outputs: [{ txid: kept, n: 0, ltc: 2, confirmations: 3 }],
    });
    expect(() => node.rpc('sendrawtransaction', [spend])).toThrow('bad-txns-inputs-missingorspent');
  });

  test('a reorganisation mines a peg-out with another txid, or drops it', () => {
    const { address } = makeKey('peg-out');
    const inside = node.send({ outputs: [{ address, ltc: 3 }], pegOut: true }).txid;
    node.mine(1);
    const before = node.received(address).outputs;
    expect(before).toMatchObject([{ n: 1, ltc: 3, confirmations: 1 }]);
    node.reorg({ depth: 1 });
    const after = node.received(address).outputs;
    expect(after).toMatchObject([{ n: 1, ltc: 3, confirmations: 2 }]);
    expect(after[0]!.txid).not.toBe(before[0]!.txid);
    node.reorg({ depth: 2, drop: [inside] });
    expect(node.received(address)).toEqual({ ltc: 0, outputs: [] });
    node.send({ outputs: [{ address, ltc: 4 }], pegOut: true });
    node.mine(1);
    node.reorg({ depth: 1, drop: [node.received(address).outputs[0]!.txid] });
    expect(node.received(address)).toEqual({ ltc: 0, outputs: [] });
  });

  test('cannot go below the first peg-in', () => {
    expect(() => node.reorg({ depth: 49 })).toThrow('cannot go below height 102');
    expect(node.reorg({ depth: 48 })).toMatchObject({ height: 151 });
  });
});

test('a node is in initial download until it has a tip of less than a day', () => {
  expect(node.rpc('getblockchaininfo', [])).toMatchObject({ initialblockdownload: true });
  node.mine(1);
  expect(node.rpc('getblockchaininfo', [])).toMatchObject({ initialblockdownload: false });
  nowMs += 90_000_000;
  expect(node.rpc('getblockchaininfo', [])).toMatchObject({ initialblockdownload: false });
});

function getBlock(height: number): ShownBlock {
  return node.rpc('getblock', [node.rpc('getblockhash', [height])]) as ShownBlock;
}

test('a node that is behind answers like litecoind, and connects the same blocks later', async () => {
  const ask = async <Answer>(method: string, ...params: unknown[]) =>
    (await node.rpc(method, params)) as Answer;
  const { address } = makeKey('behind');
  node.mine(1);
  node.send({ outputs: [{ address, ltc: 1 }] });
  const tip = node.mine(3);
  expect(node.behave({ behind: 3 })).toMatchObject({ behind: 3 });
  expect(await ask('getblockchaininfo')).toMatchObject({ blocks: tip.height - 3, headers: tip.height });
  expect(await ask('getblockheader', tip.hash)).toMatchObject({ height: tip.height, confirmations: -1 });
  expect(node.received(address).outputs).toEqual([]);
  for (const [method, param, message] of [
    ['getblockhash', tip.height, 'Block height out of range'],
    ['getblock', tip.hash, 'Block not found on disk'],
  ] as const)
    await expect(ask(method, param)).rejects.toThrow(message);
  expect(() => node.mine(1)).toThrow('the node is behind');
  expect(() => node.behave({ behind: 1_000 })).toThrow('not that many blocks');

  node.behave({ behind: 1 });
  expect(await ask('getblockheader', tip.hash)).toMatchObject({ confirmations: -1 });
  node.behave({ behind: 0 });
  expect(node.state()).toMatchObject(tip);
  expect(node.received(address)).toMatchObject({ ltc: 1 });
});
