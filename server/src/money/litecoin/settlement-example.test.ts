import { expect, test } from 'vitest';
import { useSettlement } from '../../../test/settlement-world.ts';
import { credit } from '../../../test/wallets.ts';
import { walletBalance } from '../ledger/ledger.ts';
import { readWithdrawable } from '../withdrawals/withdrawals.reads.ts';

const world = useSettlement();

test('deposits settle and pay back as docs/guide/money-examples.md says', async () => {
  await world.deposit(1);
  expect(await lots()).toEqual([['unsettled', 6, 8_500]]);
  await world.mine(4);
  await world.deposit(0.5);
  expect(await lots()).toEqual([
    ['settled', 6, 8_500],
    ['unsettled', 6, 4_250],
  ]);

  await world.buy(10_000);
  expect(await earnings()).toEqual([8_500, 1_500]);

  const lost = await world.deposit(1);
  expect(await lots()).toEqual([
    ['settled', 6, 0],
    ['unsettled', 12, 2_750],
    ['unsettled', 12, 8_500],
  ]);

  await world.buy(5_000);
  expect((await lots()).slice(1)).toEqual([
    ['unsettled', 12, 0],
    ['unsettled', 12, 6_250],
  ]);
  expect(await earnings()).toEqual([8_500, 6_500]);

  await world.reorganise(3, lost);
  expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(-2_250);
  expect((await lots()).at(-1)).toEqual(['reversed', 12, 6_250]);
  expect(await earnings()).toEqual([8_500, 6_500]);

  await world.mine(6);
  expect(await earnings()).toEqual([8_500, 6_500]);
  await world.mine(1);
  expect(await earnings()).toEqual([12_750, 2_250]);

  await world.deposit(0.5);
  expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(2_000);
  expect((await lots()).slice(2)).toEqual([
    ['reversed', 12, 8_500],
    ['unsettled', 6, 2_000],
  ]);
  expect(await earnings()).toEqual([12_750, 2_250]);

  await world.mine(4);
  expect(await earnings()).toEqual([15_000, 0]);
});

test('a reversed deposit is repaid immediately from other money of its wallet, and its earnings no longer wait', async () => {
  const gone = await world.deposit(1);
  await world.buy(3_000);
  await credit(world.db, world.nova, 4_000);
  await world.reorganise(3, gone);
  expect((await walletBalance(world.db, world.nova, 'buyer')).posted).toBe(1_000);
  expect(await earnings()).toEqual([3_000, 0]);
});

/** State, depth and unspent cents of Nova's lots, oldest first. */
async function lots(): Promise<unknown[]> {
  const rows = await world.db
    .selectFrom('settlementLots as l')
    .innerJoin('deposits as d', 'd.id', 'l.depositId')
    .where('d.userId', '=', world.nova)
    .orderBy('d.id')
    .select(['l.state', 'l.settlesAt', 'l.unspent'])
    .execute();
  return rows.map(({ state, settlesAt, unspent }) => [state, settlesAt, unspent]);
}

/** What Sela can withdraw, and what waits for deposits. */
async function earnings(): Promise<[now: number, waiting: number]> {
  const { cents, unsettledCents } = await readWithdrawable(world.db, world.sela);
  return [cents, unsettledCents];
}
