import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GENESIS_HASH } from './params.ts';
import { fundKey, HASH, HEX, NUMBER, nextKey, respend, type ShownBlock, send } from './test-contract.ts';
import { type ContractNode, listNodes } from './test-nodes.ts';
import { signSpend, type TestCoin } from './test-payments.ts';

describe.each(listNodes(false))('the chain: $name', ({ open }) => {
  let node: ContractNode;

  beforeAll(async () => {
    node = await open();
  }, 60_000);
  afterAll(() => node?.close());

  test('estimates no fee on a new chain, and a rate after enough payments', async () => {
    const none = { errors: ['Insufficient data or no feerate found'], blocks: NUMBER };
    expect(await node.rpc('estimatesmartfee', [6])).toEqual(none);
    const { key, coin } = await fundKey(node, 1);
    const share = coin.litoshi / 7n;
    const payouts = Array.from({ length: 6 }, () => ({ address: key.address, litoshi: share }));
    const txid = await send(
      node,
      signSpend(key, [coin], [...payouts, { address: key.address, litoshi: share - 5_000n }]),
    );
    let coins: TestCoin[] = payouts.map((_, vout) => ({ txid, vout, litoshi: share }));
    for (let block = 0; block < 25; block++) {
      await node.mine(1);
      coins = await Promise.all(coins.map((each) => respend(node, key, each, 1_100n)));
    }
    const answer = await node.rpc<{ feerate: number }>('estimatesmartfee', [6]);
    expect(answer).toEqual({ feerate: NUMBER, blocks: NUMBER });
    expect(answer.feerate).toBeCloseTo(0.0001, 4);
  }, 60_000);

  test('shows its chain, tip and network', async () => {
    const info = await node.rpc<Record<string, unknown>>('getblockchaininfo');
    const height = await node.rpc<number>('getblockcount');
    const hash = await node.rpc<string>('getbestblockhash');
    expect(info).toMatchObject({
      chain: 'regtest',
      blocks: height,
      headers: height,
      bestblockhash: hash,
      initialblockdownload: false,
      warnings: '',
    });
    expect(info).toMatchObject({
      difficulty: 4.656542373906925e-10,
      mediantime: NUMBER,
      verificationprogress: 1,
      pruned: false,
    });
    expect(info.chainwork).toBe(((height + 1) * 2).toString(16).padStart(64, '0'));
    expect(height).toBeGreaterThan(120);
    expect(await node.rpc('getblockhash', [0])).toBe(GENESIS_HASH);
    const network = {
      version: NUMBER,
      subversion: expect.stringMatching(/^\/LitecoinCore:/),
      networkactive: true,
      relayfee: 0.00001,
      warnings: '',
    };
    expect(await node.rpc('getnetworkinfo')).toMatchObject(network);
    expect(await node.rpc<unknown[]>('getpeerinfo')).toHaveLength(
      await node.rpc<number>('getconnectioncount'),
    );
    expect(await node.rpc('uptime')).toEqual(NUMBER);
    expect(await node.rpc('getchaintips')).toContainEqual({ height, hash, branchlen: 0, status: 'active' });
  });

  test('shows the genesis block', async () => {
    const block = await node.rpc<ShownBlock>('getblock', [GENESIS_HASH, 2]);
    expect(block).toMatchObject({
      height: 0,
      strippedsize: 280,
      size: 280,
      weight: 1120,
      version: 1,
      versionHex: '00000001',
      time: 1296688602,
      mediantime: 1296688602,
    });
    expect(block).toMatchObject({
      bits: '207fffff',
      nonce: 0,
      nTx: 1,
      nextblockhash: await node.rpc('getblockhash', [1]),
    });
    expect(block).not.toHaveProperty('previousblockhash');
    expect(block.tx[0]).toMatchObject({
      size: 199,
      weight: 796,
      vin: [{ ismweb: false, sequence: 4294967295 }],
      vout: [{ value: 50, n: 0 }],
    });
    expect(block.tx[0]!.vout[0]!.scriptPubKey).toEqual({
      asm: expect.stringMatching(/ OP_CHECKSIG$/),
      hex: HEX,
      type: 'pubkey',
    });
  });

  test('shows blocks and headers at each verbosity', async () => {
    const [hash, previous] = [
      await node.rpc<string>('getblockhash', [100]),
      await node.rpc<string>('getblockhash', [99]),
    ];
    const header = {
      hash,
      confirmations: (await node.rpc<number>('getblockcount')) - 99,
      height: 100,
      version: 536870912,
      versionHex: '20000000',
    };
    Object.assign(header, {
      merkleroot: HASH,
      time: NUMBER,
      mediantime: NUMBER,
      nonce: NUMBER,
      bits: '207fffff',
      difficulty: NUMBER,
      chainwork: HASH,
    });
    Object.assign(header, {
      nTx: 1,
      previousblockhash: previous,
      nextblockhash: await node.rpc('getblockhash', [101]),
    });
    expect(await node.rpc('getblockheader', [hash])).toEqual(header);
    expect(await node.rpc('getblockheader', [hash, false])).toMatch(/^[0-9a-f]{160}$/);
    const block = { ...header, strippedsize: NUMBER, size: NUMBER, weight: NUMBER };
    expect(await node.rpc('getblock', [hash])).toEqual({ ...block, tx: [HASH] });
    expect(await node.rpc('getblock', [hash, 1])).toEqual(await node.rpc('getblock', [hash, true]));
    const full = await node.rpc<ShownBlock>('getblock', [hash, 2]);
    const frame = {
      txid: HASH,
      hash: HASH,
      version: NUMBER,
      size: NUMBER,
      vsize: NUMBER,
      weight: NUMBER,
      locktime: 0,
      hex: HEX,
    };
    const coinbase = { ismweb: false, coinbase: HEX, txinwitness: ['00'.repeat(32)], sequence: 4294967295 };
    const reward = {
      asm: expect.stringMatching(/^0 [0-9a-f]{40}$/),
      hex: HEX,
      reqSigs: 1,
      type: 'witness_v0_keyhash',
      addresses: [expect.stringMatching(/^rltc1q/)],
    };
    const commitment = {
      asm: expect.stringMatching(/^OP_RETURN aa21a9ed[0-9a-f]{64}$/),
      hex: HEX,
      type: 'nulldata',
    };
    const vout = [
      { ismweb: false, value: 50, n: 0, scriptPubKey: reward },
      { ismweb: false, value: 0, n: 1, scriptPubKey: commitment },
    ];
    expect(full).toEqual({ ...block, tx: [{ ...frame, vin: [coinbase], vout }] });
    const raw = await node.rpc<string>('getblock', [hash, 0]);
    expect(raw).toBe(`${await node.rpc('getblockheader', [hash, false])}01${full.tx[0]!.hex}`);
    expect(raw.length / 2).toBe(full.size);
  });

  test('after a reorganisation the old blocks are stale and their payments are mined again', async () => {
    const key = nextKey();
    const txid = await node.pay(key.address, 2);
    await node.mine(2);
    const height = await node.rpc<number>('getblockcount');
    const stale = [
      await node.rpc<string>('getblockhash', [height - 1]),
      await node.rpc<string>('getblockhash', [height]),
    ];
    await node.reorg(2);
    expect(await node.rpc('getblockcount')).toBe(height + 1);
    for (const hash of stale) {
      const header = await node.rpc('getblockheader', [hash]);
      expect(header).toMatchObject({ hash, confirmations: -1 });
      expect(await node.rpc('getblock', [hash, 2])).toMatchObject({ hash, confirmations: -1 });
    }
    expect(await node.rpc('getblockheader', [stale[1]])).not.toHaveProperty('nextblockhash');
    const now = await node.rpc<Record<string, unknown>>('getrawtransaction', [txid, true]);
    expect(now).toMatchObject({ confirmations: 3, blockhash: await node.rpc('getblockhash', [height - 1]) });
    expect(now.blockhash).not.toBe(stale[0]);
    expect(await node.rpc('getchaintips')).toContainEqual(
      expect.objectContaining({ height, hash: stale[1], branchlen: 2 }),
    );
  });

  test('waits for a new block or until the timeout', async () => {
    const before = await node.rpc('getbestblockhash');
    expect(await node.rpc('waitfornewblock', [50])).toEqual({
      hash: before,
      height: await node.rpc('getblockcount'),
    });
    const waiting = node.rpc<{ hash: string }>('waitfornewblock', [20_000]);
    await sleep(100);
    await node.mine(1);
    const { hash } = await waiting;
    expect(hash).toBe(await node.rpc('getbestblockhash'));
    expect(hash).not.toBe(before);
  });
});
