import { expect, test } from 'vitest';
import type { Called } from '../../../test/app.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import { useOrderWorld } from '../../../test/use-order-world.ts';
import { enqueueDueOrders } from './due-orders.ts';

const world = useOrderWorld();

test('of each account, the order that is due the longest is restarted, because the others would wait for its lock', async () => {
  await world.seller(4_200, 2);
  await world.seller(600, 3);
  const nova = await world.buyer(10_000);
  const prices = [2_000, 2_100, 500];
  const placed: Called[] = [];
  for (const price of prices) placed.push(await world.order(nova, await world.pass(price), price));
  const [first, second, ofOther] = placed.map(({ body }) => String(body.id));
  await world.database.asOwner('delete from pgboss.job');
  await world.database.asOwner(
    `update orders set next_check_at = now() - case id when $1 then interval '2 seconds' else interval '1 second' end
     where id = any($2)`,
    [second, [first, second, ofOther]],
  );
  await enqueueDueOrders(world.services.db, world.services.queue);
  const { rows } = await world.database.asOwner(`select data ->> 'orderId' as id from pgboss.job`);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([second, ofOther].toSorted());
});

test('of one seller, half as many orders are restarted as of all, because those of others would wait behind them', async () => {
  const owner = await insertPerson(world.database);
  for (let count = 0; count < 51; count += 1)
    await insertAccount(world.database, { owner, rateCents: 200, robux: 500 });
  const [nova, pass] = [await world.buyer(10_000), await world.pass(500)];
  for (let count = 0; count < 51; count += 1) await world.order(nova, pass, 500);
  const sela = await world.seller(500, 3);
  await world.order(nova, pass, 500);
  await world.database.asOwner('delete from pgboss.job');
  const both = [owner, sela.id];
  await world.database.asOwner(
    `update orders set next_check_at = now() - case seller_id when $1 then interval '2 seconds' else interval '1 second' end
     where seller_id in ($1, $2)`,
    both,
  );
  await enqueueDueOrders(world.services.db, world.services.queue);
  const { rows } = await world.database.asOwner(
    `select data ->> 'sellerId' as id, count(*)::int as orders from pgboss.job
     where data ->> 'sellerId' in ($1, $2) group by 1 order by 2`,
    both,
  );
  expect(rows).toEqual([
    { id: sela.id, orders: 1 },
    { id: owner, orders: 25 },
  ]);
});
