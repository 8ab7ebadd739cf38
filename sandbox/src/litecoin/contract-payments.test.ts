import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findOutput,
  fundKey,
  HASH,
  NUMBER,
  nextKey,
  type ShownBlock,
  type ShownTransaction,
  send,
} from './test-contract.ts';
import { type ContractNode, listNodes } from './test-nodes.ts';
import { listAddressKinds, signSpend } from './test-payments.ts';

describe.each(listNodes(false))('payments: $name', ({ open }) => {
  let node: ContractNode;

  beforeAll(async () => {
    node = await open();
  }, 60_000);
  afterAll(() => node?.close());

  test('shows a payment in the mempool and then with confirmations', async () => {
    const key = nextKey();
    const txid = await node.pay(key.address, 1.23456789);
    expect(await node.rpc('getrawmempool')).toContain(txid);
    const waiting = await node.rpc<ShownTransaction>('getrawtransaction', [txid, true]);
    expect(waiting).not.toHaveProperty('confirmations');
    const output = findOutput(waiting.vout, key);
    expect(output).toMatchObject({ ismweb: false, value: 1.23456789 });
    const coin = { value: 1.23456789, coinbase: false, scriptPubKey: output.scriptPubKey };
    const tip = await node.rpc('getbestblockhash');
    expect(await node.rpc('gettxout', [txid, output.n])).toEqual({
      ...coin,
      bestblock: tip,
      confirmations: 0,
    });
    expect(await node.rpc('gettxout', [txid, output.n, false])).toBeNull();
    await node.mine(2);
    expect(await node.rpc('getrawmempool')).toEqual([]);
    expect(await node.rpc('gettxout', [txid, output.n])).toMatchObject({ ...coin, confirmations: 2 });
    const [blockhash, time] = [
      await node.rpc('getblockhash', [(await node.rpc<number>('getblockcount')) - 1]),
      NUMBER,
    ];
    expect(await node.rpc('getrawtransaction', [txid, true])).toEqual({
      ...waiting,
      blockhash,
      confirmations: 2,
      time,
      blocktime: time,
    });
    expect(await node.rpc('getrawtransaction', [txid, true, blockhash])).toMatchObject({
      in_active_chain: true,
      txid,
    });
    expect(await node.rpc('getrawtransaction', [txid])).toBe(waiting.hex);
    const block = await node.rpc<ShownBlock>('getblock', [blockhash, 2]);
    expect(block.tx.find((each) => each.txid === txid)).toEqual(waiting);
  });

  test('shows every kind of output as Core does', async () => {
    for (const [type, address] of listAddressKinds()) {
      const txid = await node.pay(address, 0.5);
      const { vout } = await node.rpc<ShownTransaction>('getrawtransaction', [txid, true]);
      const { scriptPubKey } = vout.find(({ value }) => value === 0.5)!;
      expect(scriptPubKey).toMatchObject({ reqSigs: 1, type, addresses: [address] });
      expect(await node.rpc('validateaddress', [address])).toMatchObject({
        isvalid: true,
        address,
        scriptPubKey: scriptPubKey.hex,
        ismweb: false,
      });
    }
    await node.mine(1);
  });

  test('shows the entries of the mempool', async () => {
    const { key, coin } = await fundKey(node, 0.1);
    const parent = await send(
      node,
      signSpend(key, [coin], [{ address: key.address, litoshi: coin.litoshi - 500n }]),
    );
    const child = await send(
      node,
      signSpend(
        key,
        [{ txid: parent, vout: 0, litoshi: coin.litoshi - 500n }],
        [{ address: key.address, litoshi: coin.litoshi - 1500n }],
      ),
    );
    // 110 virtual bytes, or a byte less with a short signature
    const sizeOf = async (txid: string) =>
      (await node.rpc<{ vsize: number }>('getrawtransaction', [txid, true])).vsize;
    const entry = await node.rpc<Record<string, unknown>>('getmempoolentry', [parent]);
    expect(entry).toMatchObject({
      vsize: await sizeOf(parent),
      fee: 0.000005,
      fees: { base: 0.000005, ancestor: 0.000005, descendant: 0.000015 },
      depends: [],
      spentby: [child],
    });
    expect(entry).toMatchObject({
      ancestorcount: 1,
      ancestorfees: 500,
      descendantcount: 2,
      descendantsize: (await sizeOf(parent)) + (await sizeOf(child)),
      descendantfees: 1500,
      'bip125-replaceable': false,
    });
    expect(entry).toMatchObject({
      weight: NUMBER,
      time: NUMBER,
      height: await node.rpc('getblockcount'),
      wtxid: HASH,
    });
    expect(await node.rpc('getrawmempool', [true])).toMatchObject({
      [parent]: entry,
      [child]: { depends: [parent], spentby: [], ancestorcount: 2 },
    });
    await node.mine(1);
  });

  test('finds the unspent coins of descriptors', async () => {
    const tpub =
      'tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp';
    const address = 'rltc1qrfxr69jqnhwufxgkqgcdep9prq4j4vuwuvul5g';
    const txid = await node.pay(address, 0.75);
    await node.mine(1);
    const [height, bestblock] = [await node.rpc('getblockcount'), await node.rpc('getbestblockhash')];
    const found = {
      txid,
      vout: NUMBER,
      scriptPubKey: '00141a4c3d16409dddc499160230dc84a1182b2ab38e',
      amount: 0.75,
      height,
    };
    const scan = async (object: unknown) =>
      node.rpc<{ unspents: { desc: string }[] }>('scantxoutset', ['start', [object]]);
    for (const object of [
      { desc: `wpkh(${tpub}/0/*)`, range: 5 },
      { desc: `wpkh(${tpub}/0/*)#qvnrzae8`, range: [1, 1] },
      `wpkh(${tpub}/0/1)`,
    ]) {
      const result = await scan(object);
      expect(result).toEqual({
        success: true,
        txouts: NUMBER,
        height,
        bestblock,
        unspents: [{ ...found, desc: expect.any(String) }],
        total_amount: 0.75,
      });
      expect(result.unspents[0]!.desc).toMatch(/^wpkh\(\[3442193e\/0\/?1?\]0[23][0-9a-f]{64}\)#[a-z0-9]{8}$/);
    }
    const byOrigin = await scan({ desc: `wpkh([d34db33f/84h/1h/0h]${tpub}/0/*)`, range: [1, 2] });
    expect(byOrigin.unspents[0]!.desc).toMatch(/^wpkh\(\[d34db33f\/84'\/1'\/0'\/0\/1\]/);
    expect((await scan(`addr(${address})`)).unspents).toEqual([
      { ...found, desc: expect.stringMatching(/^addr\(.*\)#[a-z0-9]{8}$/) },
    ]);
    expect((await scan(`raw(${found.scriptPubKey})`)).unspents).toHaveLength(1);
    expect(await scan('raw(0014)')).toMatchObject({ unspents: [], total_amount: 0 });
  });
});
