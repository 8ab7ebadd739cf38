import { cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { credit, makePerson, reversal } from '../../../test/wallets.ts';
import { inTransaction, type Tx } from '../../platform/db/pool.ts';
import { account, hold, isFrozen, post, resizeHold, voidHold, walletBalance } from './ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  const { rows } = await sql`select * from ledger_differences()`.execute(database.db);
  expect(rows).toEqual([]);
});
afterAll(() => database.close());

test('only a reversal takes a wallet below zero; both wallets freeze until credits repay it', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  await credit(database.db, nova, 300, { wallet: 'seller' });
  await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(800)));
  await transact((tx) => post(tx, reversal(nova, cents(1000))));
  expect(await balance(nova)).toEqual({ posted: 0, held: 800, available: -800 });
  expect(await overdraft(nova)).toBe(800);
  expect(await isFrozen(database.db, nova)).toBe(true);
  for (const wallet of ['buyer', 'seller'] as const) {
    const frozen = transact((tx) => hold(tx, `frozen ${nova}`, account[wallet](nova), cents(1)));
    await expect(frozen).rejects.toMatchObject({
      code: 'wallet_frozen',
      hint: 'One of your wallets is below zero. New money has to cover that first.',
    });
  }
  const sela = await makePerson(database.db, 'sela', 1);
  await transact((tx) => hold(tx, `order ${sela}`, account.buyer(sela), cents(1)));
  expect(await isFrozen(database.db, sela)).toBe(false);
  await transact((tx) => voidHold(tx, `order ${nova}`));
  expect(await overdraft(nova)).toBe(0);
  expect(await isFrozen(database.db, nova)).toBe(false);
});

test('several holds are opened together, only if the wallet can carry all of them and is not frozen', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const holdAll = (wallet: 'buyer' | 'seller', ...amounts: number[]) =>
    database.asOwner(
      `select ledger_hold_all(array_agg('order ' || gen_random_uuid()), array_agg(ledger_account($1)), array_agg(c), now())
       from unnest($2::bigint[]) c`,
      [account[wallet](nova), amounts],
    );
  await holdAll('buyer', 200, 300);
  await expect(holdAll('buyer', 200, 301)).rejects.toThrow('0 of 1 wallets can carry');
  await holdAll('buyer', 200, 300);
  expect(await balance(nova)).toEqual({ posted: 1000, held: 1000, available: 0 });
  await credit(database.db, nova, 10, { wallet: 'seller' });
  await transact((tx) => post(tx, reversal(nova, cents(1000))));
  await expect(holdAll('seller', 10)).rejects.toThrow('0 of 1 wallets can carry');
});

test('the overdraft shrinks with every credit and never grows back', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  const gone = {
    key: `gone ${nova}`,
    kind: 'correction',
    postings: [{ from: account.buyer(nova), to: account.adjustments, amount: cents(900) }],
  };
  await transact((tx) => post(tx, gone));
  await transact((tx) => post(tx, reversal(nova, cents(1000))));
  expect(await overdraft(nova)).toBe(900);
  await credit(database.db, nova, 400);
  expect(await overdraft(nova)).toBe(500);
  await credit(database.db, nova, 700);
  expect(await overdraft(nova)).toBe(0);
  const beyond = { ...gone, key: `beyond ${nova}`, postings: [{ ...gone.postings[0]!, amount: cents(201) }] };
  await expect(transact((tx) => post(tx, beyond))).rejects.toThrow('Insufficient balance');
});

test('a hold of a frozen wallet can shrink but not grow', async () => {
  const nova = await makePerson(database.db, 'nova', 1000);
  await credit(database.db, nova, 500, { wallet: 'seller' });
  await transact((tx) => hold(tx, `payout ${nova}`, account.seller(nova), cents(100)));
  await transact((tx) => hold(tx, `order ${nova}`, account.buyer(nova), cents(500)));
  await transact((tx) => post(tx, reversal(nova, cents(1000))));
  await expect(transact((tx) => resizeHold(tx, `payout ${nova}`, cents(200)))).rejects.toMatchObject({
    code: 'wallet_frozen',
  });
  await transact((tx) => resizeHold(tx, `order ${nova}`, cents(100)));
  expect(await overdraft(nova)).toBe(100);
});

test('an event opens a wallet on first use, as sender and as recipient', async () => {
  const nova = await makePerson(database.db, 'nova');
  await transact((tx) => post(tx, reversal(nova, cents(70))));
  expect((await balance(nova)).posted).toBe(-70);
  await credit(database.db, nova, 70);
  expect((await balance(nova)).posted).toBe(0);
});

test('a posting cannot mix dollars and litoshi, be empty, circular or name an unknown account', async () => {
  const nova = await makePerson(database.db, 'nova');
  const mixed = {
    key: `mixed ${nova}`,
    kind: 'odd',
    postings: [{ from: account.treasury, to: account.buyer(nova), amount: cents(5) }],
  };
  await expect(transact((tx) => post(tx, mixed))).rejects.toThrow(/foreign key/);
  const nothing = {
    ...mixed,
    postings: [{ from: account.exchange, to: account.buyer(nova), amount: cents(0) }],
  };
  await expect(transact((tx) => post(tx, nothing))).rejects.toThrow(/check constraint/);
  const circle = {
    ...mixed,
    postings: [{ from: account.buyer(nova), to: account.buyer(nova), amount: cents(5) }],
  };
  await expect(transact((tx) => post(tx, circle))).rejects.toThrow(/check constraint/);
  const stranger = {
    ...mixed,
    postings: [{ from: 'house:piggybank', to: account.buyer(nova), amount: cents(5) }],
  };
  await expect(transact((tx) => post(tx, stranger))).rejects.toThrow('no ledger account named');
});

test('the application role can call the ledger functions but cannot write ledger rows', async () => {
  await credit(database.db, await makePerson(database.db, 'nova'), 5);
  const tables = [
    'ledger_accounts',
    'ledger_balances',
    'ledger_events',
    'ledger_postings',
    'ledger_holds',
    'ledger_days',
    'ledger_day_folds',
  ];
  for (const table of tables) {
    await expect(database.pg.query(`delete from ${table}`), table).rejects.toThrow('permission denied');
    await expect(database.pg.query(`truncate ${table} cascade`), table).rejects.toThrow('permission denied');
  }
  await expect(database.pg.query('update ledger_balances set posted = posted + 1')).rejects.toThrow(
    'permission denied',
  );
  await expect(
    database.pg.query(`insert into ledger_events (key, kind, at) values ('x', 'x', now())`),
  ).rejects.toThrow('permission denied');
});

test('even the owner of the database cannot rewrite ledger history', async () => {
  await credit(database.db, await makePerson(database.db, 'nova'), 5);
  for (const table of ['ledger_accounts', 'ledger_events', 'ledger_postings']) {
    await expect(database.asOwner(`delete from ${table}`), table).rejects.toThrow('append-only');
    await expect(database.asOwner(`update ${table} set id = default`), table).rejects.toThrow('append-only');
    await expect(database.asOwner(`truncate ${table} cascade`), table).rejects.toThrow('append-only');
  }
});

const transact = <Result>(work: (tx: Tx) => Promise<Result>) => inTransaction(database.db, work);
const balance = (userId: string, wallet: 'buyer' | 'seller' = 'buyer') =>
  walletBalance(database.db, userId, wallet);

async function overdraft(userId: string): Promise<number> {
  const row = await database.db
    .selectFrom('ledgerBalances')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'ledgerBalances.accountId')
    .where('name', '=', account.buyer(userId))
    .select('overdraft')
    .executeTakeFirstOrThrow();
  return row.overdraft;
}
