import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectRefused,
  findOutput,
  HASH,
  HEX,
  NUMBER,
  nextKey,
  type ShownBlock,
  type ShownTransaction,
  send,
} from './test-contract.ts';
import { type ContractNode, listNodes } from './test-nodes.ts';
import { signSpend } from './test-payments.ts';

describe.each(listNodes(true))('peg-outs: $name', ({ open }) => {
  let node: ContractNode;

  beforeAll(async () => {
    node = await open();
  }, 120_000);
  afterAll(() => node?.close());

  test('every block ends with a HogEx that continues the MWEB pool', async () => {
    const [tip, previous] = [await getTip(), await getTip(1)];
    const hogEx = tip.tx.at(-1)!;
    expect(hogEx.vin[0]).toEqual({
      ismweb: false,
      txid: previous.tx.at(-1)!.txid,
      vout: 0,
      scriptSig: { asm: '', hex: '' },
      sequence: 4294967295,
    });
    const scriptPubKey = {
      asm: expect.stringMatching(/^8 [0-9a-f]{64}$/),
      hex: HEX,
      type: 'witness_mweb_hogaddr',
    };
    expect(hogEx.vout).toEqual([{ ismweb: false, value: NUMBER, n: 0, scriptPubKey }]);
    expect(hogEx).toMatchObject({ size: 97, vsize: 94, weight: 376, locktime: 0, version: 2 });
    expect(hogEx.hex).toMatch(/^02000000000801/);
    expect(tip.mweb).toMatchObject({ hash: scriptPubKeyHash(hogEx), height: tip.height, num_kernels: 0 });
    const header = await node.rpc<Record<string, unknown>>('getblockheader', [tip.hash]);
    expect(header).toMatchObject({
      mweb_header: { hash: scriptPubKeyHash(hogEx) },
      mweb_amount: Math.round(hogEx.vout[0]!.value * 1e8),
    });
  });

  test('a peg-out has no outputs in the mempool and is mined in the HogEx with another txid', async () => {
    const key = nextKey();
    const txid = await node.pay(key.address, 1.5, true);
    const waiting = await node.rpc<Record<string, unknown>>('getrawtransaction', [txid, true]);
    expect(waiting).toMatchObject({ txid, hash: txid, vsize: 31, weight: 124 });
    expect(waiting.vin).toContainEqual({ ismweb: true, output_id: HASH });
    for (const output of waiting.vout as unknown[]) expect(output).toEqual({ ismweb: true, output_id: HASH });
    expect(waiting.vkern).toEqual([
      {
        kernel_id: HASH,
        fee: NUMBER,
        pegin: 0,
        pegout: [{ value: 1.5, scriptPubKey: expect.objectContaining({ addresses: [key.address] }) }],
      },
    ]);
    expect(await node.rpc('getrawmempool')).toContain(txid);
    await node.mine(1);
    expect(await node.rpc('getrawmempool')).toEqual([]);
    const hogEx = (await getTip()).tx.at(-1)!;
    expect(hogEx.txid).not.toBe(txid);
    expect(findOutput(hogEx.vout, key)).toMatchObject({ ismweb: false, value: 1.5, n: 1 });
    await expect(node.rpc('getrawtransaction', [txid])).rejects.toMatchObject({ code: -5 });
  });

  test('the coin of a peg-out is spendable after six confirmations', async () => {
    const key = nextKey();
    await node.pay(key.address, 1.5, true);
    await node.mine(1);
    const { txid } = (await getTip()).tx.at(-1)!;
    const spend = signSpend(
      key,
      [{ txid, vout: 1, litoshi: 150_000_000n }],
      [{ address: key.address, litoshi: 149_999_000n }],
    );
    expect(await node.rpc('gettxout', [txid, 1])).toMatchObject({
      value: 1.5,
      confirmations: 1,
      coinbase: false,
    });
    const early = (depth: number) =>
      `bad-txns-premature-spend-of-pegout, tried to spend pegout output at depth ${depth}`;
    await expectRefused(node, spend, -26, early(1));
    await node.mine(4);
    await expectRefused(node, spend, -26, early(5));
    await node.mine(1);
    const spent = await send(node, spend);
    await node.mine(1);
    expect(await node.rpc<ShownTransaction>('getrawtransaction', [spent, true])).toMatchObject({
      confirmations: 1,
    });
  });

  async function getTip(back = 0): Promise<ShownBlock> {
    const height = await node.rpc<number>('getblockcount');
    return node.rpc('getblock', [await node.rpc('getblockhash', [height - back]), 2]);
  }
});

/** The commitment in the first output script of a HogEx. */
function scriptPubKeyHash({ vout }: ShownTransaction): string {
  return vout[0]!.scriptPubKey.hex.slice(4);
}
