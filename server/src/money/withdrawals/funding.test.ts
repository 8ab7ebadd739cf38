import { cents } from '@sterling/contract/money.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectBalancedBooks, freshAddress, openPayerWorld, type PayerWorld } from '../../../test/payer.ts';
import { setSetting } from '../../../test/settings.ts';
import { makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, hold, post, walletBalance } from '../ledger/ledger.ts';
import { releaseEarnings } from '../ledger/settlement.ts';
import { newDepositAddress } from '../litecoin/addresses.ts';
import { requestWithdrawal } from './withdrawals.ts';

const TAKEN_BACK =
  'Part of your earnings is pending again, because the network reversed a deposit that paid for them';

let world: PayerWorld;
let nova: string;
let sela: string;
beforeEach(async () => {
  world = await openPayerWorld({ coins: 4 });
  nova = await makePerson(world.db, 'nova');
  sela = await makePerson(world.db, 'sela');
});
afterEach(() => world.close());

const stateOf = (id: string) =>
  world.db
    .selectFrom('withdrawals')
    .where('id', '=', id)
    .select(['state', 'reason', 'txid'])
    .executeTakeFirstOrThrow();

/** nova deposits 1 LTC ($85), which settles, and pays sela $80 of it. Returns the deposit. */
async function earn(): Promise<{ txid: string; id: string }> {
  const address = await inTransaction(world.database.db, (tx) =>
    newDepositAddress(tx, world.walletKeys, nova),
  );
  const { txid } = await world.control<{ txid: string }>('/litecoin/send', { address, ltc: 1 });
  await world.mine(6);
  await inTransaction(world.db, (tx) => hold(tx, 'order 1', account.buyer(nova), cents(8_000)));
  const postings = [{ from: account.buyer(nova), to: account.seller(sela), amount: cents(8_000) }];
  await inTransaction(world.db, (tx) =>
    post(tx, { key: 'order 1 paid', kind: 'sale', hold: 'order 1', postings }),
  );
  const { id } = await world.db
    .selectFrom('deposits')
    .where('txid', '=', txid)
    .select('id')
    .executeTakeFirstOrThrow();
  return { txid, id };
}

const ask = (dollars: number) =>
  inTransaction(world.db, (tx) => {
    const wish = { amount: cents(dollars * 100), ltcAddress: freshAddress() };
    return requestWithdrawal(tx, { id: sela, isOwner: false }, wish, 'regtest');
  });

async function takeBack(txid: string): Promise<void> {
  await world.control('/litecoin/reorg', { depth: 6, drop: [txid] });
  await world.follow();
}

describe('rare day 15: a withdrawal whose funding deposit was taken back', () => {
  test('before the signature waits with the reason, and continues when the house bears the loss', async () => {
    const deposit = await earn();
    const { id, address } = await ask(40);
    await takeBack(deposit.txid);
    await world.payRound();
    expect(await stateOf(id)).toEqual({ state: 'approved', reason: TAKEN_BACK, txid: null });
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ held: 4_330 });
    await inTransaction(world.db, (tx) => releaseEarnings(tx, deposit.id));
    await world.payRound();
    expect(await stateOf(id)).toMatchObject({ state: 'broadcast', reason: null });
    expect(await world.received(address)).toHaveLength(1);
    await expectBalancedBooks(world);
  });

  test('says that the balance is lower if no deposit was reversed', async () => {
    await earn();
    const { id } = await ask(40);
    const postings = [{ from: account.seller(sela), to: account.exchange, amount: cents(3_000) }];
    await inTransaction(world.db, (tx) => post(tx, { key: 'corrected', kind: 'correction', postings }));
    await setSetting(world.database, 'payout_hold', { days: 7 });
    await world.payRound();
    expect(await stateOf(id)).toMatchObject({
      state: 'approved',
      reason: 'Your withdrawable balance is lower now. We wait until it covers this withdrawal',
    });
  });

  test('while the signer works is not signed', async () => {
    const deposit = await earn();
    const { id } = await ask(40);
    const node: PayerWorld['node'] = {
      ...world.node,
      async testAccept(hex) {
        const answer = await world.node.testAccept(hex);
        await takeBack(deposit.txid);
        return answer;
      },
    };
    await world.payRound(node);
    expect(await stateOf(id)).toEqual({ state: 'approved', reason: TAKEN_BACK, txid: null });
    expect(await world.db.selectFrom('ownTransactions').select('txid').execute()).toEqual([]);
  });

  test('is signed if the rest of the earnings still covers it, the oldest first', async () => {
    const deposit = await earn();
    // $50 that no deposit paid for
    const postings = [{ from: account.exchange, to: account.seller(sela), amount: cents(5_000) }];
    await inTransaction(world.db, (tx) => post(tx, { key: 'other earnings', kind: 'correction', postings }));
    const [first, second] = [await ask(40), await ask(40)];
    await takeBack(deposit.txid);
    await world.payRound();
    expect(await stateOf(first.id)).toMatchObject({ state: 'broadcast' });
    expect(await stateOf(second.id)).toEqual({ state: 'approved', reason: TAKEN_BACK, txid: null });
  });

  test('and whose user is banned while the signer works fails, and its money returns', async () => {
    await earn();
    const { id } = await ask(40);
    const node: PayerWorld['node'] = {
      ...world.node,
      async testAccept(hex) {
        const answer = await world.node.testAccept(hex);
        await world.database.asOwner('update users set is_banned = true where id = $1', [sela]);
        return answer;
      },
    };
    await world.payRound(node);
    expect(await stateOf(id)).toEqual({ state: 'failed', reason: 'The wallet is frozen', txid: null });
    expect(await walletBalance(world.db, sela, 'seller')).toMatchObject({ held: 0, available: 8_000 });
  });
});
