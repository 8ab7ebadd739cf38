import { rate, robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { automaticStock, reserveOf } from './split-stock.ts';
import { reserveStock } from './stock.ts';

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

/** Whether an order gets stock, and whether the market shows stock. */
async function forSale() {
  const size = { robuxAmount: robux(100), maxRateCents: rate(600) };
  const wanted = { ...size, notOwnedBy: nova, passId: '1', exclude: [] };
  const got = await inTransaction(database.db, (tx) => reserveStock(tx, wanted));
  const shown = await database.db.selectFrom('stockForSale').select('robux').execute();
  return { sold: got !== null, shown: shown.length > 0 };
}
const SOLD = { sold: true, shown: true };
const NOT_SOLD = { sold: false, shown: false };

test.each([
  ['is banned', 'is_banned = true', 'is_banned = false'],
  ['is deleted', 'deleted_at = now()', 'deleted_at = null'],
])('accounts of a seller who %s are off sale until that ends', async (_, stop, resume) => {
  await add();
  expect(await forSale()).toEqual(SOLD);
  await set(stop);
  expect(await forSale()).toEqual(NOT_SOLD);
  // an account that is added meanwhile is not on sale either
  await database.asOwner('update roblox_accounts set is_active = false');
  await add();
  expect(await forSale()).toEqual(NOT_SOLD);
  await set(resume);
  expect(await forSale()).toEqual(SOLD);
});

test('rare day 11: a part of a split order takes no stock of a seller who was banned after the plan', async () => {
  await add();
  const [planned] = await automaticStock(database.db, {
    maxRateCents: rate(600),
    notOwnedBy: nova,
    passId: '1',
    exclude: [],
  });
  expect(planned).toMatchObject({ robux: 5_000 });
  await set('is_banned = true');
  const reserve = () => inTransaction(database.db, (tx) => reserveOf(tx, planned!, robux(100)));
  expect(await reserve()).toBe(false);
  await set('is_banned = false');
  expect(await reserve()).toBe(true);
});

test('accounts of a deleted seller stay off sale after the ban ends', async () => {
  await add();
  await set('is_banned = true, deleted_at = now()');
  await set('is_banned = false');
  expect(await forSale()).toEqual(NOT_SOLD);
});

test('adding an account waits for a ban in progress', async () => {
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

test('the proof reports an account whose ban differs from its seller’s', async () => {
  const id = await add();
  expect(await proveBooks(database.db)).toEqual([]);
  await database.asOwner('update roblox_accounts set is_seller_banned = true');
  expect(await proveBooks(database.db)).toEqual([
    expect.objectContaining({
      what: 'an account is for sale although its seller is not, or the reverse',
      subject: id,
    }),
  ]);
});
