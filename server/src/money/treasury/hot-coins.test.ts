import { cents, type Litoshi } from '@sterling/contract/money.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { treasuryRound } from '../../../test/rounds.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { credit, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { parseAddress } from '../litecoin/address.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { buildPayment, checkSigned } from '../withdrawals/payment.ts';
import { spendableCoins } from '../withdrawals/withdrawals.reads.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { requestSweep } from './sweeps.ts';

const COIN = 100_000_000;
let world: PayerWorld;
afterEach(async () => {
  await expectBalancedBooks(world);
  await world.close();
});
const outputsOf = (txid: string) =>
  world.db
    .selectFrom('chainOutputs as o')
    .innerJoin('addresses as a', 'a.address', 'o.address')
    .where('o.txid', '=', txid)
    .orderBy('o.n')
    .select(['o.n', 'o.litoshi', 'a.account', 'a.branch', 'a.index'])
    .execute();

async function ask(): Promise<string> {
  const id = await makePerson(world.db, 'sela');
  await credit(world.db, id, 10_000, { wallet: 'seller' });
  const wish = { amount: cents(2_500), ltcAddress: freshAddress() };
  return (
    await inTransaction(world.db, (tx) => requestWithdrawal(tx, { id, isOwner: false }, wish, 'regtest'))
  ).id;
}
const txidOf = async (id: string) =>
  (await world.db.selectFrom('withdrawals').where('id', '=', id).select('txid').executeTakeFirstOrThrow())
    .txid!;

describe('rare day 18: the hot wallet is kept as several coins', () => {
  test('large change is divided, so that one stuck payment does not block the next', async () => {
    world = await openPayerWorld({ coins: 0 });
    await world.control('/litecoin/send', { address: world.hotAddress, ltc: 5 });
    await world.mine(6);
    const first = await txidOf(await paid());
    const change = await outputsOf(first);
    expect(change).toHaveLength(4);
    for (const { litoshi: value } of change) expect(value).toBeGreaterThan(COIN);
    await world.mine(1);
    // the second payment is stuck: no node relays it
    const stuck = await ask();
    await world.payRound({
      ...world.node,
      broadcast: async () => ({ kind: 'unclear' as const, message: 'lost' }),
    });
    const next = await txidOf(await paid());
    const parents = await world.db
      .selectFrom('transactionInputs')
      .where('spender', '=', next)
      .select('txid')
      .execute();
    expect(parents).toEqual([{ txid: first }]);
    expect(await txidOf(stuck)).not.toBe(next);
  });

  test('the chains of unmined payments are read for the largest coins only', async () => {
    world = await openPayerWorld({ coins: 1 });
    const first = await txidOf(await paid());
    await world.mine(1);
    const [large] = await spendableCoins(world.db);
    await world.database.asOwner(`insert into chain_outputs (txid, n, address, litoshi, height)
      select 'small ' || i, 0, address, 1000 + i, 1 from chain_outputs, generate_series(1, 5000) i where txid = '${first}' and n = ${large!.n}`);
    await world.database.asOwner('analyze');
    let coins: readonly unknown[] = [];
    const read = await rowsRead(world.db, async (tx) => {
      coins = await spendableCoins(tx);
    });
    expect(coins).toHaveLength(500);
    expect(coins[0]).toEqual(large);
    expect(read.own_transactions).toBeLessThan(2000);
    await world.database.asOwner(`delete from chain_outputs where txid like 'small %'`);
  });

  test('rare day 20: a sweep pays several fresh addresses of the hot wallet', async () => {
    world = await openPayerWorld({ coins: 0 });
    const used: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const buyer = await makePerson(world.db, 'bea');
      const address = await inTransaction(world.db, (tx) => newDepositAddress(tx, world.walletKeys, buyer));
      await world.control('/litecoin/send', { address, ltc: 3.5 });
      await world.mine(24);
      const { id } = await inTransaction(world.db, (tx) => requestSweep(tx, null));
      await treasuryRound(world);
      const { txid } = await world.db
        .selectFrom('sweeps')
        .where('id', '=', id)
        .select('txid')
        .executeTakeFirstOrThrow();
      const outputs = await outputsOf(txid!);
      expect(outputs).toHaveLength(3);
      for (const { account, branch, index } of outputs) {
        expect([account, branch]).toEqual(['hot', 0]);
        used.push(String(index));
      }
      await world.mine(1);
    }
    // index 0 is the address for the owner's capital
    expect(new Set([...used, '0']).size).toBe(7);
    expect(await spendableCoins(world.db)).toHaveLength(6);
  });

  /** A withdrawal that is signed and sent. */
  async function paid(): Promise<string> {
    const id = await ask();
    await world.payRound();
    return id;
  }
});

test('rare day 20: change is at a random position, and its stored position is right', async () => {
  world = await openPayerWorld({ coins: 1 });
  const [coin] = await spendableCoins(world.db);
  const { script } = coin!;
  const plan = {
    inputs: [coin!],
    payee: { script: parseAddress(freshAddress(), 'regtest').script, amount: 50_000_000 as Litoshi },
    kept: [{ script, amount: 149_990_000 as Litoshi }],
    fee: 10_000 as Litoshi,
  };
  const positions = Array.from({ length: 40 }, () => {
    const transaction = buildPayment(plan);
    world.signer.signP2wpkh(transaction, [coin!]);
    const { keptAt } = checkSigned(transaction.hex, plan);
    expect(transaction.getOutput(keptAt[0]!).amount).toBe(149_990_000n);
    return keptAt[0];
  });
  expect(new Set(positions)).toEqual(new Set([0, 1]));
});
