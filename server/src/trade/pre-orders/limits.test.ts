import { expect, test } from 'vitest';
import { useQueue } from '../../../test/pre-orders.ts';
import { setSetting } from '../../../test/settings.ts';
import { spend } from '../../../test/wallets.ts';
import { walletBalance } from '../../money/ledger/ledger.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { reassign } from '../orders/purchasing/outcomes.ts';
import { listPreOrders } from './pre-orders.reads.ts';
import { matchPreOrders } from './pre-orders.ts';
import { readStockDepth } from './queue.reads.ts';

/** The limits for new buyers during matching and reassignment. */
const queue = useQueue();
const match = () => inTransaction(queue.database.db, matchPreOrders);
const own = async (buyerId: string) =>
  (
    await listPreOrders(queue.database.db, buyerId, () => readStockDepth(queue.database.db), {})
  ).preOrders.reverse();

test('S4.14 a pre-order above the daily cap is skipped with the reason and matched the next day', async () => {
  await setSetting(queue.database, 'new_buyer_cap', { usd: 5 });
  const nova = await queue.buyer(100_000);
  await queue.preOrder(nova);
  const second = await queue.preOrder(nova);
  const other = await queue.preOrder(await queue.buyer());
  await queue.stock(3_000, 300);
  expect(await own(nova)).toMatchObject([
    { status: 'matched' },
    { status: 'waiting', reason: 'Spending limit for new buyers reached' },
  ]);
  expect(await queue.stateOf(other)).toMatchObject({ status: 'matched' });
  const midnight = new Date(new Date().setUTCHours(24, 0, 0, 0));
  expect((await queue.stateOf(second)).limitedUntil).toEqual(midnight);
  expect(await match()).toBe(0);

  // simulate the next day: the orders are from yesterday
  await queue.database.asOwner(`alter table orders disable trigger guard`);
  await queue.database.asOwner(
    `update orders set created_at = created_at - interval '1 day' where buyer_id = $1`,
    [nova],
  );
  await queue.database.asOwner(`alter table orders enable trigger guard`);
  await queue.database.asOwner(`update pre_orders set limited_until = now() where id = $1`, [second]);
  expect(await match()).toBe(1);
  expect(await queue.stateOf(second)).toMatchObject({
    status: 'matched',
    limitedBy: null,
    limitedUntil: null,
  });
  await setSetting(queue.database, 'new_buyer_cap', { usd: null });
});

test('S4.14 a limited pre-order is matched after the owner lifts the cap', async () => {
  await setSetting(queue.database, 'new_buyer_cap', { usd: 1 });
  const waiting = await queue.preOrder(await queue.buyer());
  await queue.stock();
  expect(await queue.stateOf(waiting)).toMatchObject({ status: 'waiting', limitedBy: 'spending_limit' });
  await setSetting(queue.database, 'new_buyer_cap', { usd: null });
  expect(await match()).toBe(1);
  expect(await queue.stateOf(waiting)).toMatchObject({ status: 'matched' });
});

test('S4.14 the pre-order of a Discord account that is too young waits until it is old enough', async () => {
  const nova = await queue.buyer();
  const bornDaysAgo = (days: number) =>
    queue.database.asOwner('update users set discord_id = $2 where id = $1', [
      nova,
      String(BigInt(Date.now() - days * 86_400_000 - Date.UTC(2015, 0, 1)) << 22n),
    ]);
  await bornDaysAgo(29);
  const waiting = await queue.preOrder(nova);
  await setSetting(queue.database, 'account_age', { days: 30 });
  await queue.stock();
  expect(await own(nova)).toMatchObject([{ status: 'waiting', reason: 'This Discord account is too new' }]);
  const { limitedUntil } = await queue.stateOf(waiting);
  expect(Math.abs(limitedUntil!.getTime() - Date.now() - 86_400_000)).toBeLessThan(600_000);
  await bornDaysAgo(30);
  await queue.database.asOwner(`update pre_orders set limited_until = now() where id = $1`, [waiting]);
  expect(await match()).toBe(1);
  await setSetting(queue.database, 'account_age', { days: 0 });
});

test('S4.12 an order is not reassigned to an account whose total exceeds the cap, and fails with the reason', async () => {
  const reassigned = async (cents: number) => {
    const nova = await queue.buyer(cents);
    const waiting = await queue.preOrder(nova, 1_000, 500);
    await queue.onOrderOf(waiting, (tx, order) =>
      reassign(tx, { send: async () => null } as never, order, { otherwise: 'Nobody' }),
    );
    const { rows } = await queue.database.asOwner(
      'select status, failure_reason, rate_cents from orders where buyer_id = $1',
      [nova],
    );
    expect((await walletBalance(queue.database.db, nova, 'buyer')).held).toBe(
      rows[0].status === 'failed' ? 0 : rows[0].rate_cents,
    );
    return rows[0];
  };
  await queue.stock(1_000, 300);
  await queue.stock(1_000, 500);
  await setSetting(queue.database, 'new_buyer_cap', { usd: 4 });
  expect(await reassigned(1_000)).toMatchObject({
    status: 'failed',
    failure_reason: 'Remaining sellers cost more than your daily new-buyer limit',
  });
  await setSetting(queue.database, 'new_buyer_cap', { usd: 5 });
  await queue.stock(1_000, 300);
  expect(await reassigned(1_000)).toMatchObject({ status: 'processing', rate_cents: 500 });
  await setSetting(queue.database, 'new_buyer_cap', { usd: null });
});

test('S4.12 a reassignment looks at one unaffordable account, because all others cost at least as much', async () => {
  const nova = await queue.buyer(400);
  const waiting = await queue.preOrder(nova, 1_000, 400);
  await queue.stock(1_000, 200);
  await spend(queue.database.db, nova, 200);
  const expensive: string[] = [];
  for (const _ of Array(10)) expensive.push(await queue.stock(1_000, 300));
  const { orderId } = await queue.stateOf(waiting);
  await queue.onOrderOf(waiting, (tx, order) =>
    reassign(tx, { send: async () => null } as never, order, { otherwise: 'Nobody' }),
  );
  const order = queue.database.db.selectFrom('orders').where('id', '=', orderId).selectAll();
  expect(await order.executeTakeFirstOrThrow()).toMatchObject({
    status: 'failed',
    failureReason: 'Remaining sellers cost more than your balance',
  });
  const touched = queue.database.db
    .selectFrom('robloxAccounts')
    .where('id', 'in', expensive)
    .where('lastUsedAt', 'is not', null)
    .select('id');
  expect(await touched.execute()).toHaveLength(1);
});
