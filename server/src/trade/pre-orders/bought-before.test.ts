import { expect, test } from 'vitest';
import { useQueue } from '../../../test/pre-orders.ts';
import { markAttempt } from '../orders/purchasing/attempts.ts';
import { complete } from '../orders/purchasing/outcomes.ts';

const queue = useQueue();

test('rare day 1: a pre-order is not matched with an account that bought its pass before', async () => {
  const nova = await queue.buyer();
  const account = await queue.stock(1_000, 300);
  const first = await queue.preOrder(nova);
  await queue.onOrderOf(first, async (tx, order) => {
    const attempt = await markAttempt(tx, order, { priceRobux: 1_000, balanceBefore: 1_000 });
    await complete(tx, order, attempt, { balanceAfter: null, purchaseToken: null });
  });
  const { passId } = await queue.stateOf(first);
  const again = await queue.preOrder(nova, 1_000, 400, passId);
  const other = await queue.preOrder(nova, 1_000);
  await queue.change(account, 'robux_balance = 9000');
  expect(await queue.orderOf(again)).toBeNull();
  expect(await queue.orderOf(other)).toMatchObject({ accountId: account });
  const second = await queue.stock(1_000, 400);
  expect(await queue.orderOf(again)).toMatchObject({ accountId: second });
});
