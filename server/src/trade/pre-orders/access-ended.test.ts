import { expect, test } from 'vitest';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { useQueue } from '../../../test/pre-orders.ts';
import { endAccessOf } from '../../people/access/access.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { fail } from '../orders/purchasing/outcomes.ts';
import { matchPreOrders } from './pre-orders.ts';

const queue = useQueue();
const WHY = 'You were signed out everywhere. Place it again if it was yours';
const end = (userId: string) =>
  inTransaction(queue.database.db, (tx) => endAccessOf(tx, userId, 'factor_reset'));

test('access 13: waiting pre-orders are closed with a reason and counted when all access ends, and buy nothing', async () => {
  const [nova, other] = [await queue.buyer(), await queue.buyer()];
  const [first, second] = [await queue.preOrder(nova), await queue.preOrder(nova)];
  const ofOther = await queue.preOrder(other);
  await end(nova);
  await queue.stock(10_000);
  for (const id of [first, second])
    expect(await queue.stateOf(id)).toMatchObject({ status: 'closed', closeReason: WHY, orderId: null });
  expect(await queue.stateOf(ofOther)).toMatchObject({ status: 'matched', closeReason: null });
  const { rows } = await queue.database.asOwner(
    `select details->>'preOrders' as closed from inbox_entries where user_id = $1 and code = 'access_ended'`,
    [nova],
  );
  expect(rows).toEqual([{ closed: '2' }]);
});

test('access 13: a matched pre-order continues as an order, and does not wait again if the order fails', async () => {
  const nova = await queue.buyer();
  await queue.stock();
  const id = await queue.preOrder(nova);
  await end(nova);
  expect(await queue.stateOf(id)).toMatchObject({ status: 'matched' });
  await queue.onOrderOf(id, (tx, order) => fail(tx, order, 'The gamepass is off sale'));
  expect(await queue.stateOf(id)).toMatchObject({ status: 'closed', closeReason: WHY });
});

test('access 13: a matched pre-order whose order fails while all access ends does not wait again', async () => {
  const nova = await queue.buyer();
  await queue.stock();
  const id = await queue.preOrder(nova);
  const { db } = queue.database;
  const { finished, release } = await openTransaction(
    db,
    async (tx) => void (await endAccessOf(tx, nova, 'factor_reset')),
  );
  const failing = queue.onOrderOf(id, (tx, order) => fail(tx, order, 'The gamepass is off sale'));
  await lockIsAwaited(queue.database);
  release();
  await Promise.all([finished, failing]);
  expect(await queue.stateOf(id)).toMatchObject({ status: 'closed', closeReason: WHY });
});

test('access 13: the end of access and matching at the same time do not block each other', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => queue.buyer()));
  const ids = await Promise.all(buyers.map((buyer) => queue.preOrder(buyer)));
  const matching = Array.from({ length: 4 }, () => inTransaction(queue.database.db, matchPreOrders));
  await Promise.all([...buyers.map(end), ...matching, queue.stock(4_000)]);
  const states = await Promise.all(ids.map(async (id) => (await queue.stateOf(id)).status));
  expect(states.filter((status) => status === 'waiting')).toEqual([]);
});
