import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectBalancedBooks, type PayerWorld } from '../../../test/payer.ts';
import { withWrongClock } from '../../../test/process-clock.ts';
import { openSignedPayments, type SignedPayments } from '../../../test/signed-payments.ts';
import { pullBackFutureTimes } from '../../platform/clock/future-times.ts';
import { readClock } from '../../platform/db/pool.ts';
import { unminedWithdrawals } from './withdrawals.reads.ts';

let world: PayerWorld;
let payments: SignedPayments;
beforeEach(async () => {
  payments = await openSignedPayments(1);
  world = payments.world;
});
afterEach(async () => {
  await expectBalancedBooks(world);
  await world.close();
});

const TWO_HOURS_MS = 7_200_000;

test('rare day 11: a payment that was sent by a process with a wrong clock is sent again in time', async () => {
  const { id } = await payments.ask();
  await withWrongClock(TWO_HOURS_MS, () => payments.look());
  expect((await payments.stateOf({ id })).state).toBe('broadcast');
  const due = await unminedWithdrawals(world.db, await readClock(world.db));
  expect(due.map((each) => each.id)).toEqual([id]);
});

test('rare day 11: a payment that was sent before the database’s clock was set back is sent again in time', async () => {
  const { id } = await payments.ask();
  await payments.look();
  await world.database.asOwner(`update withdrawals set sent_at = sent_at + interval '2 days'`);
  await world.database.asOwner(`update own_transactions set sent_at = now() + interval '2 days'`);
  await pullBackFutureTimes(world.db);
  const due = await unminedWithdrawals(world.db, await readClock(world.db));
  expect(due.map((each) => each.id)).toEqual([id]);
  const { sentAt } = await world.db.selectFrom('ownTransactions').select('sentAt').executeTakeFirstOrThrow();
  expect(sentAt!.getTime()).toBeLessThan(Date.now() + 10_000);
});
