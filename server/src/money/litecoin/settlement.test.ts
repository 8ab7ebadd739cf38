import { cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { freshAddress } from '../../../test/payer.ts';
import { useSettlement } from '../../../test/settlement-world.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { isOfBareOrder } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { account, hold, isFrozen, walletBalance } from '../ledger/ledger.ts';
import { releaseEarnings } from '../ledger/settlement.ts';
import { readWithdrawable } from '../withdrawals/withdrawals.reads.ts';
import { requestWithdrawal } from '../withdrawals/withdrawals.ts';
import { MAX_REORGANISATION_DEPTH } from './guards.rules.ts';
import { rollBackTo } from './roll-back.ts';

const world = useSettlement();

test.each([
  [9_999, {}, 6],
  [10_000, {}, 12],
  [99_999, {}, 12],
  [100_000, {}, 24],
  [500, { isPegOut: true }, 24],
  [500, { isCoinbase: true }, 100],
])('a deposit of %i cents %o is settled at %i confirmations', async (worth, origin, confirmations) => {
  const { isPegOut, isCoinbase } = { isPegOut: false, isCoinbase: false, ...origin };
  const { rows } = await sql<{
    depth: number;
  }>`select settlement_tier(${worth}, ${isPegOut}, ${isCoinbase}) as depth`.execute(world.db);
  expect(rows[0]!.depth).toBe(confirmations);
});

describe('earnings', () => {
  test('wait until their deposit is settled, and the refusal names the waiting amount', async () => {
    await world.deposit(1);
    await world.buy(1_200);
    expect(await readWithdrawable(world.db, world.sela)).toEqual({
      cents: 0,
      unsettledCents: 1_200,
      payoutHoldCents: 0,
    });
    await expect(ask(1_000)).rejects.toMatchObject({
      code: 'insufficient_balance',
      hint: expect.stringContaining('$12.00 is waiting for deposits to settle'),
    });
    await world.mine(3);
    expect(await world.withdrawable()).toBe(0);
    await world.mine(1);
    expect(await world.withdrawable()).toBe(1_200);
    expect(await ask(1_000)).toMatchObject({ state: 'approved' });
  });

  test('from settled deposits do not wait, and unsettled deposits are spent oldest first', async () => {
    await world.deposit(1);
    await world.mine(4);
    await world.deposit(2);
    await world.deposit(1);
    await world.buy(8_000);
    expect(await world.withdrawable()).toBe(8_000);
    await world.buy(1_000);
    expect(await world.withdrawable()).toBe(8_500);
    await world.buy(17_000);
    // $5 of the $170 come from the newer deposit, which settles by the total of both
    await world.mine(8);
    expect((await readWithdrawable(world.db, world.sela)).unsettledCents).toBe(500);
    await world.mine(2);
    expect(await world.withdrawable()).toBe(26_000);
  });

  test('wait again after a rollback, although their deposit stays in the chain', async () => {
    await world.deposit(1);
    await world.buy(3_000);
    await world.mine(4);
    expect(await world.withdrawable()).toBe(3_000);
    const undone = new Error('rolled back');
    await inTransaction(world.db, async (tx) => {
      const { height } = await tx
        .selectFrom('chainBlocks')
        .orderBy('height', 'desc')
        .select('height')
        .executeTakeFirstOrThrow();
      await rollBackTo(tx, height - 1);
      expect((await readWithdrawable(tx, world.sela)).cents).toBe(0);
      throw undone;
    }).catch((error: unknown) => expect(error).toBe(undone));
    expect(await world.withdrawable()).toBe(3_000);
  });

  test('wait after a settled deposit is reversed, until the buyer repays it with a settled deposit', async () => {
    const gone = await world.deposit(1);
    await world.mine(5);
    await world.buy(3_000);
    expect(await world.withdrawable()).toBe(3_000);
    await world.reorganise(8, gone);
    expect(await isFrozen(world.db, world.nova)).toBe(true);
    expect(await readWithdrawable(world.db, world.sela)).toMatchObject({ cents: 0, unsettledCents: 3_000 });
    // $17 repay a part and $85 the rest; each part waits for the deposit that repaid it
    await world.deposit(0.2);
    expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(-1_300);
    await world.mine(4);
    expect(await world.withdrawable()).toBe(1_700);
    await world.deposit(1);
    expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(7_200);
    expect(await world.withdrawable()).toBe(1_700);
    await world.mine(4);
    expect(await world.withdrawable()).toBe(3_000);
  });

  test('of an order that completes after its deposit was reversed wait for that deposit', async () => {
    const gone = await world.deposit(1);
    await inTransaction(world.db, (tx) =>
      hold(tx, `order ${world.nova}`, account.buyer(world.nova), cents(5_000)),
    );
    await world.reorganise(3, gone);
    await world.complete(`order ${world.nova}`, 5_000);
    expect(await walletBalance(world.db, world.nova, 'buyer')).toMatchObject({ posted: -5_000 });
    expect(await readWithdrawable(world.db, world.sela)).toMatchObject({ cents: 0, unsettledCents: 5_000 });
    await world.mine(30);
    expect(await world.withdrawable()).toBe(0);
  });

  test('wait by the new depth when a reorganisation moves their deposit to another block', async () => {
    await world.deposit(1);
    await world.buy(2_000);
    await world.reorganise(3);
    expect(await world.withdrawable()).toBe(0);
    await world.mine(2);
    expect(await world.withdrawable()).toBe(0);
    await world.mine(1);
    expect(await world.withdrawable()).toBe(2_000);
  });

  test('are released permanently when the owner decides that the house bears the loss', async () => {
    const gone = await world.deposit(1);
    await world.buy(4_000);
    const late = `order ${world.nova}`;
    await inTransaction(world.db, (tx) => hold(tx, late, account.buyer(world.nova), cents(2_000)));
    await world.reorganise(3, gone);
    const { id } = await depositOf(gone);
    expect(await inTransaction(world.db, (tx) => releaseEarnings(tx, id))).toEqual([world.sela]);
    expect(await world.withdrawable()).toBe(4_000);
    await world.complete(late, 2_000);
    expect(await world.withdrawable()).toBe(6_000);
    await world.deposit(1);
    expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(2_500);
    expect(await world.withdrawable()).toBe(6_000);
  });

  test('that are paid after a released deposit came back wait for it again', async () => {
    const txid = await world.deposit(1);
    await world.buy(4_000);
    const { id, height } = await depositOf(txid);
    await inTransaction(world.db, (tx) => rollBackTo(tx, height! - 1));
    await inTransaction(world.db, (tx) => releaseEarnings(tx, id));
    expect(await world.withdrawable()).toBe(4_000);
    await world.follow();
    expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(4_500);
    await world.buy(4_500);
    expect(await readWithdrawable(world.db, world.sela)).toMatchObject({
      cents: 4_000,
      unsettledCents: 4_500,
    });
    await world.mine(4);
    expect(await world.withdrawable()).toBe(8_500);
    // the released part does not wait when the deposit is unsettled or reversed again
    for (const last of [height! + 3, height! - 1]) {
      await inTransaction(world.db, (tx) => rollBackTo(tx, last));
      expect(await world.withdrawable()).toBe(4_000);
    }
  });
});

test('sixteen parallel withdrawals share the withdrawable money and cannot use waiting money', async () => {
  await world.deposit(0.5);
  await world.mine(4);
  await world.deposit(1);
  await world.buy(12_000);
  expect(await readWithdrawable(world.db, world.sela)).toMatchObject({ cents: 4_250, unsettledCents: 7_750 });
  const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => ask(1_000)));
  // each costs $11.30 with its fees
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await world.withdrawable()).toBe(4_250 - 3 * 1_130);
});

const WRONG_LOT = 'a credited deposit has no lot, or a lot with another amount or state';

test.each([
  [
    'a lot has a cent too much',
    'settlement_lots set unspent = unspent + 1',
    ['a lot is not what its spends leave', 'lots hold more than their wallet'],
  ],
  [
    'a lot is of another amount',
    'settlement_lots set cents = cents + 1',
    [WRONG_LOT, 'a lot is not what its spends leave'],
  ],
  [
    'a deposit is settled too early',
    `settlement_lots set state = 'settled'`,
    [
      'a deposit is settled too early or too late',
      'earnings do not wait as the state of their deposit requires',
    ],
  ],
  [
    'a deposit will settle too early',
    'settlement_lots set settles_at = 5',
    [
      'a deposit settles too early for where its coins are from',
      'an unsettled deposit settles too early for what is unsettled with it',
    ],
  ],
  [
    'earnings do not wait',
    'settlement_spends set waits = false',
    ['earnings do not wait as the state of their deposit requires'],
  ],
  [
    'a deposit counts as reversed',
    `settlement_lots set state = 'reversed'`,
    [WRONG_LOT, 'a reversed deposit is owed by a wallet that could repay it'],
  ],
])('the proof reports that %s', async (_, change, found) => {
  await world.deposit(1);
  await world.buy(3_000);
  const mine = `where deposit_id = (select id from deposits where user_id = '${world.nova}')`;
  const differences = await differencesAfter(world.database, `update ${change} ${mine}`);
  const names = differences.filter((each) => !isOfBareOrder(each)).map(({ what }) => what);
  expect(names.toSorted()).toEqual(found);
});

const depositOf = (txid: string) =>
  world.db.selectFrom('deposits').where('txid', '=', txid).select(['id', 'height']).executeTakeFirstOrThrow();

function ask(amount: number) {
  const wish = { amount: cents(amount), ltcAddress: freshAddress() };
  return inTransaction(world.db, (tx) =>
    requestWithdrawal(tx, { id: world.sela, isOwner: false }, wish, 'regtest'),
  );
}

test('rare day 15: a reorganisation that can undo a settled deposit of any amount stops', async () => {
  const { rows } = await world.database.asOwner(
    'select min(settlement_tier(cents)) as lowest from unnest(array[1, 9999, 10000, 99999, 100000]) cents',
  );
  expect(MAX_REORGANISATION_DEPTH).toBe(rows[0].lowest - 1);
});
