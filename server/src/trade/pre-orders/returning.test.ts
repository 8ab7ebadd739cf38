import { describe, expect, it } from 'vitest';
import { useQueue } from '../../../test/pre-orders.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { fail, reassign } from '../orders/purchasing/fulfilment.ts';
import { closePreOrdersOf } from './pre-orders.ts';

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
