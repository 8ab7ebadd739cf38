import { describe, expect, it } from 'vitest';
import { useQueue } from '../../../test/pre-orders.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { fail, reassign } from '../orders/purchasing/fulfilment.ts';
import { closePreOrdersOf } from './pre-orders.ts';

const queue = useQueue();
/** Nobody carries these orders out. */
const NO_JOBS = { send: async () => null } as never;

describe('S4.14 a pre-order whose order fails', () => {
  it('goes back to its old place; its pass is looked at before it is matched again', async () => {
    const nova = await queue.buyer();
    const first = await queue.wish(nova);
    const second = await queue.wish(await queue.buyer());
    await queue.stock(1_000, 300);
    await queue.onOrderOf(first, (tx, order) => fail(tx, order, 'The gamepass is off sale'));
    expect(await queue.stateOf(first)).toMatchObject({ status: 'waiting', waitsFor: 'pass', returns: 1 });
    expect(await walletBalance(queue.database.db, nova, 'buyer')).toMatchObject({ held: 0 });
    expect(await queue.stateOf(second)).toMatchObject({ status: 'matched' });
    const third = await queue.wish(await queue.buyer());
    await queue.database.asOwner(
      `update pre_orders set waits_for = 'stock', next_check_at = null where id = $1`,
      [first],
    );
    await queue.stock(1_000, 300);
    expect(await queue.stateOf(first)).toMatchObject({ status: 'matched' });
    expect(await queue.stateOf(third)).toMatchObject({ status: 'waiting' });
  });

  it('because its account cannot serve it is matched with another one only, and with that one after a rest', async () => {
    const first = await queue.wish(await queue.buyer());
    const bad = await queue.stock(1_000, 300);
    await queue.onOrderOf(first, (tx, order) =>
      reassign(tx, NO_JOBS, order, { do: 'another-account', otherwise: 'Nobody' }),
    );
    expect(await queue.stateOf(first)).toMatchObject({
      status: 'waiting',
      waitsFor: 'stock',
      restingAccounts: [bad],
    });
    const second = await queue.wish(await queue.buyer());
    expect(await queue.orderOf(second)).toMatchObject({ accountId: bad });
    const good = await queue.stock(1_000, 400);
    expect(await queue.orderOf(first)).toMatchObject({ accountId: good });

    await queue.onOrderOf(first, (tx, order) =>
      reassign(tx, NO_JOBS, order, { do: 'another-account', otherwise: 'Nobody' }),
    );
    await queue.onOrderOf(second, (tx, order) => fail(tx, order, 'Over'));
    expect(await queue.stateOf(first)).toMatchObject({ status: 'matched' });
  });

  it('does not come back when its buyer is gone meanwhile', async () => {
    const nova = await queue.buyer();
    const waiting = await queue.wish(nova);
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

  it('may be handed on at a dearer rate, up to its maximum', async () => {
    const nova = await queue.buyer();
    const waiting = await queue.wish(nova, 1_000, 500);
    await queue.stock(1_000, 300);
    const dearer = await queue.stock(1_000, 500);
    await queue.onOrderOf(waiting, (tx, order) =>
      reassign(tx, NO_JOBS, order, { do: 'another-account', otherwise: 'Nobody' }),
    );
    expect(await queue.orderOf(waiting)).toMatchObject({ accountId: dearer, totalCents: 500 });
    expect((await walletBalance(queue.database.db, nova, 'buyer')).held).toBe(500);
  });
});
