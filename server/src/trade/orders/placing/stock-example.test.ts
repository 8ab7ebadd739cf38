import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { insertAccount, insertPerson } from '../../../../test/stock.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('choose_stock() decides the batch of docs/guide/money-examples.md as the guide says', async () => {
  const [nova, milo] = [await insertPerson(database), await insertPerson(database)];
  const accounts = await fourAccounts();
  const { rows } = await database.asOwner(
    `select n, code, account_id as id, total_cents::int as total, spent_cents::int as spent
     from choose_stock(array(
         select row(w.buyer, w.robux, w.rate, null, w.n, null, null, null, null, null)::placement_request
         from rows from (json_to_recordset($1) as (buyer uuid, robux bigint, rate int)) with ordinality as w (buyer, robux, rate, n)),
       array[row($2, null, 10000, null, false, null), row($3, null, 1000, null, false, null)]::buyer_budget[], false) order by n`,
    [
      JSON.stringify([
        { buyer: nova, robux: 800, rate: 600 },
        { buyer: nova, robux: 2_000, rate: 600 },
        { buyer: milo, robux: 200, rate: 600 },
        { buyer: milo, robux: 1_000, rate: 320 },
        { buyer: milo, robux: 4_500, rate: 600 },
        { buyer: nova, robux: 6_000, rate: 600 },
      ]),
      nova,
      milo,
    ],
  );
  const nameOf = (id: string | null) => accounts.find((account) => account.id === id)?.name ?? null;
  expect(rows.map(({ n, code, id, total, spent }) => [n, code, nameOf(id), total, spent])).toEqual([
    [1, 'chosen', 'A', 240, 0],
    [2, 'chosen', 'B', 600, 240],
    [3, 'chosen', 'A', 60, 0],
    [4, 'chosen', 'C', 300, 60],
    [5, 'insufficient_balance', 'D', 1_575, 360],
    [6, 'out_of_stock', null, null, 840],
  ]);
});

async function fourAccounts(): Promise<{ name: string; id: string }[]> {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const markets = {
    A: { rateCents: 300, robux: 1_000 },
    B: { rateCents: 300, robux: 2_500, lastUsedAt: anHourAgo },
    C: { rateCents: 300, robux: 5_000, fulfilment: 'manual' as const },
    D: { rateCents: 350, robux: 5_000 },
  };
  return Promise.all(
    Object.entries(markets).map(async ([name, stock]) => {
      const owner = await insertPerson(database);
      return { name, id: await insertAccount(database, { owner, ...stock }) };
    }),
  );
}
