import { randomBytes } from 'node:crypto';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAINS } from '../../../test/chain.ts';
import { freshAddress } from '../../../test/payer.ts';
import { payRound } from '../../../test/rounds.ts';
import type { TestChain } from '../../../test/test-chain.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../../../test/treasury-world.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { NETWORKS } from '../litecoin/network.ts';
import { requestWithdrawal } from './withdrawals.ts';

/** Nodes take 25 related transactions, ours included. */
const MOST_CHILDREN = 24;
const FEE = 1_000n;

describe.each(CHAINS)('a payee who spends their payment in a long chain on $name', ({ open }) => {
  let chain: TestChain;
  let world: TreasuryWorld;
  beforeAll(async () => {
    chain = await open();
    world = await openTreasuryWorld(chain);
    await world.setPrice(8_500);
    await chain.pay({ address: world.hotAddress, ltc: 1.5 }, { address: freshAddress(), ltc: 1 });
    await chain.pay({ address: world.hotAddress, ltc: 1.4 }, { address: freshAddress(), ltc: 1 });
    await world.mine(6);
  });
  afterAll(async () => {
    await world.close();
    await chain.close();
  });

  async function ask(ltcAddress = freshAddress()): Promise<string> {
    const { db } = world.database;
    const seller = await world.person('sela');
    await credit(db, seller.id, 10_000, { wallet: 'seller' });
    const wish = { amount: cents(2_500), ltcAddress };
    const asked = await inTransaction(db, (tx) =>
      requestWithdrawal(tx, { id: seller.id, isOwner: false }, wish, 'regtest'),
    );
    return asked.id;
  }
  const pay = () => payRound(world.sweeping);
  const rows = () =>
    world.database.db.selectFrom('withdrawals').orderBy('createdAt').select(['state', 'reason']).execute();

  test('delays no withdrawal that other coins can pay, and the rest only until the next block', async () => {
    const thief = thiefOn(chain);
    const first = await ask(thief.address);
    await pay();
    await ask();
    await pay();
    await thief.spendInChain(await hexOf(world, first), MOST_CHILDREN);
    for (let more = 0; more < 3; more += 1) {
      await ask();
      await pay();
    }
    expect((await rows()).map(({ state }) => state)).toEqual(Array(5).fill('broadcast'));

    // the coins that are left are too small, or depend on the crowded payment
    for (let more = 0; more < 3; more += 1) {
      await ask();
      await pay();
    }
    expect(await rows()).toContainEqual({
      state: 'approved',
      reason: 'Waiting for earlier payments to be confirmed',
    });
    await world.mine(2);
    await pay();
    expect((await rows()).map(({ reason }) => reason)).not.toContain(
      'Waiting for earlier payments to be confirmed',
    );
  });
});

async function hexOf({ database: { db } }: TreasuryWorld, withdrawalId: string): Promise<string> {
  const signed = await db
    .selectFrom('withdrawals as w')
    .innerJoin('ownTransactions as t', 't.txid', 'w.txid')
    .where('w.id', '=', withdrawalId)
    .select('t.hex')
    .executeTakeFirstOrThrow();
  return signed.hex!;
}

/** A payee with a key of their own. */
function thiefOn({ node }: TestChain) {
  const key = randomBytes(32);
  const { script, address } = p2wpkh(pubECDSA(key), NETWORKS.regtest.prefixes);
  return {
    address: address!,
    async spendInChain(hex: string, length: number): Promise<void> {
      let parent = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true });
      for (let made = 0; made < length; made += 1) {
        const outputs = Array.from({ length: parent.outputsLength }, (_, n) => parent.getOutput(n));
        const index = outputs.findIndex((output) => Buffer.compare(output.script!, script) === 0);
        const amount = outputs[index]!.amount!;
        const child = new Transaction();
        child.addInput({ txid: parent.id, index, witnessUtxo: { script, amount } });
        child.addOutput({ script, amount: amount - FEE });
        child.sign(key);
        child.finalize();
        const { hex: bytes } = child;
        expect(await node.broadcast(bytes)).toEqual({ kind: 'accepted' });
        parent = child;
      }
    },
  };
}
