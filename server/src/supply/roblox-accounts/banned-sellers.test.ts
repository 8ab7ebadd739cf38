import { rate, robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { reserveStock } from './stock.ts';

/** Nothing is sold of someone who is banned or gone. */
let database: TestDatabase;
let sela: string;
let nova: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.asOwner('delete from roblox_accounts');
  sela = await insertPerson(database);
  nova = await insertPerson(database);
});
afterAll(() => database.close());

const add = () => insertAccount(database, { owner: sela, rateCents: 300, robux: 5_000 });
const set = (columns: string) => database.asOwner(`update users set ${columns} where id = $1`, [sela]);

/** Whether an order gets stock, and whether the market shows any. */
async function forSale() {
  const wanted = { robuxAmount: robux(100), atMostRateCents: rate(600), notOwnedBy: nova, exclude: [] };
  const got = await inTransaction(database.db, (tx) => reserveStock(tx, wanted));
  const shown = await database.db.selectFrom('stockForSale').select('robux').execute();
  return { sold: got !== null, shown: shown.length > 0 };
}
const SOLD = { sold: true, shown: true };
const NOT_SOLD = { sold: false, shown: false };

test.each([
  ['is banned', 'is_banned = true', 'is_banned = false'],
  ['is gone', 'deleted_at = now()', 'deleted_at = null'],
])('who %s sells no longer, and again when he may', async (_, barred, pardoned) => {
  await add();
  expect(await forSale()).toEqual(SOLD);
  await set(barred);
  expect(await forSale()).toEqual(NOT_SOLD);
  // what comes to them meanwhile is not sold either
  await database.asOwner('update roblox_accounts set is_active = false');
  await add();
  expect(await forSale()).toEqual(NOT_SOLD);
  await set(pardoned);
  expect(await forSale()).toEqual(SOLD);
});

test('anyone who is pardoned of one of two stays banned', async () => {
  await add();
  await set('is_banned = true, deleted_at = now()');
  await set('is_banned = false');
  expect(await forSale()).toEqual(NOT_SOLD);
});

test('an account that is added while its seller is banned waits for the ban', async () => {
  const { finished, release } = await openTransaction(database.db, async (tx) => {
    await tx.updateTable('users').set({ isBanned: true }).where('id', '=', sela).execute();
  });
  const adding = add();
  await lockIsAwaited(database);
  release();
  await Promise.all([finished, adding]);
  expect(await forSale()).toEqual(NOT_SOLD);
});

test('a ban waits for an account that is being added', async () => {
  const { finished, release } = await openTransaction(database.db, async (tx) => {
    await sql`insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, rate_cents, status, sealed_cookie,
        ownership_confirmed_at, ownership_ip, ownership_statement)
      values (${sela}, 1, 'late', 5000, 300, 'online', 'x', now(), '', '')`.execute(tx);
  });
  const banning = set('is_banned = true');
  await lockIsAwaited(database);
  release();
  await Promise.all([finished, banning]);
  expect(await forSale()).toEqual(NOT_SOLD);
});

test('the books tell of an account that is banned and its seller is not', async () => {
  const id = await add();
  expect(await proveBooks(database.db)).toEqual([]);
  await database.asOwner('update roblox_accounts set is_seller_banned = true');
  expect(await proveBooks(database.db)).toEqual([
    expect.objectContaining({
      what: 'an account is for sale or not, unlike its seller',
      subject: id,
    }),
  ]);
});
