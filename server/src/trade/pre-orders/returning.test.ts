import { describe, expect, it, test } from 'vitest';
import { endQueue, useQueue } from '../../../test/pre-orders.ts';
import { differencesAfter } from '../../../test/tampering.ts';
import { spend } from '../../../test/wallets.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { fail, reassign } from '../orders/purchasing/outcomes.ts';
import { closePreOrdersOf, matchPreOrders } from './pre-orders.ts';

const queue = useQueue();
/** A queue that drops all jobs, so no worker processes these orders. */
const NO_JOBS = { send: async () => null } as never;

describe('S4.14 a pre-order whose order fails', () => {
  it('returns to its old place, and its pass is checked before it is matched again', async () => {
    const nova = await queue.buyer();
    const first = await queue.preOrder(nova);
    const second = await queue.preOrder(await queue.buyer());
    await queue.stock(1_000, 300);
    await queue.onOrderOf(first, (tx, order) => fail(tx, order, 'The gamepass is off sale'));
    expect(await queue.stateOf(first)).toMatchObject({ status: 'waiting', waitsFor: 'pass', returns: 1 });
    expect(await walletBalance(queue.database.db, nova, 'buyer')).toMatchObject({ held: 0 });
    expect(await queue.stateOf(second)).toMatchObject({ status: 'matched' });
    const third = await queue.preOrder(await queue.buyer());
    await queue.database.asOwner(
      `update pre_orders set waits_for = 'stock', next_check_at = null where id = $1`,
      [first],
    );
    await queue.stock(1_000, 300);
    expect(await queue.stateOf(first)).toMatchObject({ status: 'matched' });
    expect(await queue.stateOf(third)).toMatchObject({ status: 'waiting' });
  });

  it('is not matched with an account that failed to serve it until a waiting time has passed', async () => {
    const first = await queue.preOrder(await queue.buyer());
    const bad = await queue.stock(1_000, 300);
    await queue.onOrderOf(first, (tx, order) => reassign(tx, NO_JOBS, order, { otherwise: 'Nobody' }));
    expect(await queue.stateOf(first)).toMatchObject({
      status: 'waiting',
      waitsFor: 'stock',
      avoidedAccounts: [bad],
    });
    const second = await queue.preOrder(await queue.buyer());
    expect(await queue.orderOf(second)).toMatchObject({ accountId: bad });
    const good = await queue.stock(1_000, 400);
    expect(await queue.orderOf(first)).toMatchObject({ accountId: good });

    await queue.onOrderOf(first, (tx, order) => reassign(tx, NO_JOBS, order, { otherwise: 'Nobody' }));
    await queue.onOrderOf(second, (tx, order) => fail(tx, order, 'Over'));
    expect(await queue.stateOf(first)).toMatchObject({ status: 'matched' });
  });

  it('is matched with that account again after the waiting time', async () => {
    const first = await queue.preOrder(await queue.buyer());
    const accountId = await queue.stock(1_000, 300);
    await queue.onOrderOf(first, (tx, order) => reassign(tx, NO_JOBS, order, { otherwise: 'Nobody' }));
    await queue.database.asOwner('update pre_orders set avoid_until = now() where id = $1', [first]);
    await inTransaction(queue.database.db, matchPreOrders);
    expect(await queue.orderOf(first)).toMatchObject({ accountId });
  });

  it('is closed if its buyer was deleted meanwhile', async () => {
    const nova = await queue.buyer();
    const waiting = await queue.preOrder(nova);
    await queue.stock(1_000, 300);
    await inTransaction(queue.database.db, (tx) => closePreOrdersOf(tx, [nova], 'The account was deleted'));
    expect(await queue.stateOf(waiting)).toMatchObject({ status: 'matched' });
    await queue.onOrderOf(waiting, (tx, order) => fail(tx, order, 'The gamepass is off sale'));
    expect(await queue.stateOf(waiting)).toMatchObject({
      status: 'closed',
      closeReason: 'The account was deleted',
      orderId: null,
    });
  });

  it('waits for every rate again, including one that its buyer could not pay before', async () => {
    const nova = await queue.buyer(800);
    const first = await queue.preOrder(nova);
    const second = await queue.preOrder(nova);
    await spend(queue.database.db, nova, 100);
    for (const rate of [400, 400, 300]) await queue.stock(1_000, rate);
    expect(await queue.stateOf(second)).toMatchObject({ status: 'matched', affordableRateCents: 300 });
    for (const id of [first, second])
      await queue.onOrderOf(id, (tx, order) => fail(tx, order, 'The gamepass is off sale'));
    expect(await queue.stateOf(second)).toMatchObject({ status: 'waiting', affordableRateCents: 400 });
  });

  it('can be reassigned at a higher rate, up to its maximum', async () => {
    const nova = await queue.buyer();
    const waiting = await queue.preOrder(nova, 1_000, 500);
    await queue.stock(1_000, 300);
    const expensive = await queue.stock(1_000, 500);
    await queue.onOrderOf(waiting, (tx, order) => reassign(tx, NO_JOBS, order, { otherwise: 'Nobody' }));
    expect(await queue.orderOf(waiting)).toMatchObject({ accountId: expensive, totalCents: 500 });
    expect((await walletBalance(queue.database.db, nova, 'buyer')).held).toBe(500);
  });
});

test('the database refuses invalid changes of a pre-order', async () => {
  const id = await queue.preOrder(await queue.buyer());
  const change = (set: string) => queue.database.asOwner(`update pre_orders set ${set} where id = $1`, [id]);
  await expect(change('robux_amount = robux_amount + 1')).rejects.toThrow('does not change');
  await expect(change('max_rate_cents = max_rate_cents + 1')).rejects.toThrow('does not change');
  await expect(queue.database.asOwner('delete from pre_orders where id = $1', [id])).rejects.toThrow(
    'never deleted',
  );
  await queue.stock(1_000, 300);
  const waits = `status = 'waiting', waits_for = 'stock', order_id = null, matched_at = null`;
  await expect(change(waits)).rejects.toThrow('has an order that did not fail');
  const invented = queue.database.asOwner(`insert into pre_orders (status) values ('matched')`);
  await expect(invented).rejects.toThrow('starts as waiting');

  const closed = await queue.preOrder(await queue.buyer());
  await endQueue(queue.database);
  const reopen = queue.database.asOwner(`update pre_orders set ${waits} where id = $1`, [closed]);
  await expect(reopen).rejects.toThrow('does not become waiting');
  const again = queue.database.asOwner('update pre_orders set returns = 1 where id = $1', [closed]);
  await expect(again).rejects.toThrow('is closed');
});

test.each([
  ['is for another gamepass', `update orders set pass_id = pass_id + 1`, 'is not what was pre-ordered'],
  ['is larger', `update orders set robux_amount = robux_amount + 1`, 'is not what was pre-ordered'],
  [
    'failed',
    `update orders set status = 'failed', failure_reason = 'x', ended_at = now(), next_check_at = null`,
    'stays matched though its order failed',
  ],
])('the proof reports a matched pre-order whose order %s', async (_, change, what) => {
  const id = await queue.preOrder(await queue.buyer());
  await queue.stock(1_000, 300);
  const { orderId } = await queue.stateOf(id);
  const differences = await differencesAfter(queue.database, `${change} where id = '${orderId}'`);
  expect(differences).toContainEqual(
    expect.objectContaining({ what: expect.stringContaining(what), subject: id }),
  );
});
