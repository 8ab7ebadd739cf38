import { expect, test } from 'vitest';
import { insertPreOrders, useQueue } from '../../../test/pre-orders.ts';
import { credit } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { matchPreOrders } from './pre-orders.ts';

const queue = useQueue();

test('matching serves the queue of docs/guide/money-examples.md as the guide says', async () => {
  const [nova, milo, rita] = [await queue.buyer(), await queue.buyer(), await queue.buyer(100)];
  await insertPreOrders(queue.database, [
    { buyerId: nova, robux: 1_000, maxRateCents: 350 },
    { buyerId: milo, robux: 500, maxRateCents: 250 },
    { buyerId: rita, robux: 600, maxRateCents: 400 },
    { buyerId: nova, robux: 1_100, maxRateCents: 400 },
    { buyerId: milo, robux: 300, maxRateCents: 300 },
  ]);

  const account = await queue.stock(2_000, 300);
  expect(await places()).toEqual([
    ['matched', 350, 300],
    ['waiting', 250, null],
    ['waiting', 167, null],
    ['waiting', 400, null],
    ['matched', 300, 90],
  ]);
  expect(await robuxLeft(account)).toBe(700);

  await credit(queue.database.db, rita, 100);
  expect(await inTransaction(queue.database.db, matchPreOrders)).toBe(1);
  expect(await places()).toEqual([
    ['matched', 350, 300],
    ['waiting', 250, null],
    ['matched', 400, 180],
    ['waiting', 400, null],
    ['matched', 300, 90],
  ]);
  expect(await robuxLeft(account)).toBe(100);
});

/** For each place: status, the rate up to which matching looks for stock, and the total of its order. */
async function places(): Promise<unknown[]> {
  const { rows } = await queue.database.asOwner(
    `select p.status, p.affordable_rate_cents as offers, o.total_cents::int as total
     from pre_orders p left join orders o on o.id = p.order_id order by p.place`,
  );
  return rows.map(({ status, offers, total }) => [status, offers, total]);
}

async function robuxLeft(account: string): Promise<number> {
  const { rows } = await queue.database.asOwner(
    'select (robux_balance - reserved_robux)::int as robux from roblox_accounts where id = $1',
    [account],
  );
  return rows[0].robux;
}
