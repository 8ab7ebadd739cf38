import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeDust } from './admission.ts';
import { expectRefused, fundKey, HASH, respend, type ShownBlock, send, testAccept } from './test-contract.ts';
import { type ContractNode, listNodes } from './test-nodes.ts';
import {
  listAddressKinds,
  makeKey,
  ODD_SCRIPT,
  signSpend,
  type TestCoin,
  vbytesOf,
} from './test-payments.ts';

describe.each(listNodes(false))('sendrawtransaction: $name', ({ open }) => {
  let node: ContractNode;

  beforeAll(async () => {
    node = await open();
  }, 60_000);
  afterAll(() => node?.close());

  test('answers repeated, mined, spent and conflicting transactions as Core does', async () => {
    const { key, coin } = await fundKey(node, 0.1);
    const hex = signSpend(key, [coin], [{ address: key.address, litoshi: coin.litoshi - 1000n }]);
    const txid = await send(node, hex);
    expect(await send(node, hex)).toBe(txid);
    expect(await testAccept(node, hex)).toMatchObject({
      txid,
      allowed: false,
      'reject-reason': 'txn-already-in-mempool',
    });
    const other = signSpend(
      key,
      [coin],
      [{ address: key.address, litoshi: coin.litoshi - 9000n }],
      0xfffffffd,
    );
    await expectRefused(node, other, -26, 'txn-mempool-conflict');
    await node.mine(1);
    await expectRefused(node, hex, -27, 'Transaction already in block chain');
    expect(await testAccept(node, hex)).toMatchObject({
      allowed: false,
      'reject-reason': 'txn-already-known',
    });
    await expectRefused(node, other, -25, 'bad-txns-inputs-missingorspent');
    expect(await testAccept(node, other)).toMatchObject({
      allowed: false,
      'reject-reason': 'missing-inputs',
    });
    await send(
      node,
      signSpend(
        key,
        [{ txid, vout: 0, litoshi: coin.litoshi - 1000n }],
        [{ address: key.address, litoshi: coin.litoshi - 2000n }],
      ),
    );
    await node.mine(1);
    await expectRefused(node, hex, -25, 'bad-txns-inputs-missingorspent');
  });

  test('sendrawtransaction and testmempoolaccept refuse what policy forbids', async () => {
    const { key, coin } = await fundKey(node, 1);
    const spend = (litoshi: bigint, address = key.address) => signSpend(key, [coin], [{ address, litoshi }]);
    // a signature is sometimes a byte or two shorter, which can make the transaction 109 virtual bytes
    const spendIn110 = (litoshi: bigint) => {
      for (let payee = 0; ; payee += 1) {
        const hex = spend(litoshi, makeKey(`payee ${payee}`).address);
        if (vbytesOf(hex) === 110) return hex;
      }
    };
    const tooCheap = spendIn110(coin.litoshi - 109n);
    await expectRefused(node, tooCheap, -26, 'min relay fee not met, 109 < 110');
    const overspent = signSpend(
      key,
      [{ ...coin, litoshi: coin.litoshi + 500n }],
      [{ address: key.address, litoshi: coin.litoshi + 1n }],
    );
    await expectRefused(
      node,
      overspent,
      -26,
      'bad-txns-in-belowout, value in (1.00) < value out (1.00000001)',
    );
    await expectRefused(
      node,
      spend(coin.litoshi - 11_000_000n),
      -25,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
    expect(await testAccept(node, spend(coin.litoshi - 11_000_000n))).toMatchObject({
      allowed: false,
      'reject-reason': 'max-fee-exceeded',
    });
    await expectRefused(
      node,
      signSpend(key, [coin], [{ script: ODD_SCRIPT, litoshi: 10_000_000n }]),
      -26,
      'scriptpubkey',
    );
    for (const [, address] of listAddressKinds()) {
      const script = (await node.rpc<{ scriptPubKey: string }>('validateaddress', [address])).scriptPubKey;
      const dust = computeDust(Buffer.from(script, 'hex'));
      await expectRefused(node, signSpend(key, [coin], [{ address, litoshi: dust - 1n }]), -26, 'dust');
      const payouts = [
        { address, litoshi: dust },
        { address: key.address, litoshi: 90_000_000n },
      ];
      expect(await testAccept(node, signSpend(key, [coin], payouts), 0)).toMatchObject({ allowed: true });
    }
    const good = spendIn110(coin.litoshi - 110n);
    expect(await testAccept(node, good)).toEqual({
      txid: HASH,
      allowed: true,
      vsize: 110,
      fees: { base: 0.0000011 },
    });
    expect(await node.rpc('sendrawtransaction', [spend(coin.litoshi - 11_000_000n), 0])).toEqual(HASH);
  });

  test('an invalid signature is refused', async () => {
    const { key, coin } = await fundKey(node, 0.1);
    const payouts = [{ address: key.address, litoshi: coin.litoshi - 1000n }];
    const [thief, good] = [makeKey('thief'), signSpend(key, [coin], payouts)];
    const stolen = signSpend(thief, [coin], payouts);
    await expectRefused(
      node,
      stolen,
      -26,
      'non-mandatory-script-verify-flag (Script failed an OP_EQUALVERIFY operation)',
    );
    const wrongAmount = signSpend(key, [{ ...coin, litoshi: coin.litoshi + 1n }], payouts);
    await expectRefused(
      node,
      wrongAmount,
      -26,
      'non-mandatory-script-verify-flag (Signature must be zero for failed CHECK(MULTI)SIG operation)',
    );
    const unsigned = good
      .replace(/^(0[12]000000)0001/, '$1')
      // a signature has 72 bytes or fewer
      .replace(/02(?:48[\da-f]{146}|47[\da-f]{144}|46[\da-f]{142}|45[\da-f]{140}).{66}(.{8})$/, '$1');
    expect(unsigned.length).toBe(2 * 82);
    await expectRefused(
      node,
      unsigned,
      -26,
      'non-mandatory-script-verify-flag (Witness program hash mismatch)',
    );
    expect(await testAccept(node, good)).toMatchObject({ allowed: true });
  });

  test('a chain of unconfirmed payments has at most 25 transactions', async () => {
    const { key, coin } = await fundKey(node, 0.1);
    let last: TestCoin = coin;
    await node.mine(1);
    for (let i = 0; i < 25; i++) last = await respend(node, key, last);
    const tooLong = signSpend(key, [last], [{ address: key.address, litoshi: last.litoshi - 200n }]);
    await expectRefused(
      node,
      tooLong,
      -26,
      'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]',
    );
    await node.mine(1);
    await respend(node, key, last);
  });

  test('a coinbase is not spendable before 100 confirmations', async () => {
    const tip = await node.rpc<ShownBlock>('getblock', [await node.rpc('getbestblockhash'), 2]);
    const key = makeKey('nobody');
    const coin = {
      txid: tip.tx[0]!.txid,
      vout: 0,
      litoshi: BigInt(Math.round(tip.tx[0]!.vout[0]!.value * 1e8)),
    };
    const hex = signSpend(key, [coin], [{ address: key.address, litoshi: coin.litoshi - 1000n }]);
    await expectRefused(
      node,
      hex,
      -26,
      'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1',
    );
    expect(await node.rpc('gettxout', [coin.txid, 0])).toMatchObject({ coinbase: true, confirmations: 1 });
  });
});
