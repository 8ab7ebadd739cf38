import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';

let database: TestDatabase;
let account: string;
let removed: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const made = async () =>
    insertAccount(database, { owner: await insertPerson(database), rateCents: 300, robux: 5_000 });
  [account, removed] = [await made(), await made()];
  await change(removed, 'removal_due = true');
});
afterAll(() => database.close());

const change = (id: string, columns: string) =>
  database.asOwner(`update roblox_accounts set ${columns} where id = $1`, [id]);

test.each([
  ['has a negative reservation', 'reserved_robux = -1'],
  ['has a negative balance', 'robux_balance = -1'],
  ['has a negative total', 'total_sold = -1'],
  ['is too cheap', 'rate_cents = 99'],
  ['is too expensive', 'rate_cents = 601'],
  ['has an unknown status', `status = 'lost'`],
  ['has an unknown fulfilment', `fulfilment = 'never'`],
  ['has no cookie', 'sealed_cookie = null'],
  ['is removed and still has its cookie', 'removed_at = now()'],
])('the database refuses an account that %s', async (_, columns) => {
  await expect(change(account, columns)).rejects.toMatchObject({ code: '23514' });
});

test.each([
  ['reserves stock', 'reserved_robux = 100', 'roblox_accounts_promised'],
  ['has a cookie', `sealed_cookie = 'x'`, 'is removed'],
  ['is for sale', 'is_active = true', 'is removed'],
])('the database refuses a removed account that %s', async (_, columns, message) => {
  await expect(change(removed, columns)).rejects.toThrow(message);
});

test('an account due for removal is removed completely when its last reservation ends', async () => {
  const id = await insertAccount(database, {
    owner: await insertPerson(database),
    rateCents: 300,
    robux: 5_000,
    reserved: 100,
  });
  await change(id, 'removal_due = true');
  await change(id, 'reserved_robux = 0');
  const { rows } = await database.asOwner(
    'select removed_at is not null as gone, sealed_cookie, is_active, reserved_robux::int as reserved from roblox_accounts where id = $1',
    [id],
  );
  expect(rows).toEqual([{ gone: true, sealed_cookie: null, is_active: false, reserved: 0 }]);
});

test('the database refuses a new account with an invalid rate', async () => {
  const owner = await insertPerson(database);
  const wrong = insertAccount(database, { owner, rateCents: 50, robux: 5_000 });
  await expect(wrong).rejects.toMatchObject({ code: '23514' });
});
