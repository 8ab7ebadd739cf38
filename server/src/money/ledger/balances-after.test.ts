import { type Cents, cents } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { creditWithoutRecord, makePerson } from '../../../test/wallets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { type BalancePoint, balancesAfter } from './balances-after.reads.ts';
import { account, post } from './ledger.ts';

const KEYS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

let database: TestDatabase;
let wallet: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const id = await makePerson(db, 'nova');
  wallet = account.buyer(id);
  for (const [nth, key] of KEYS.entries()) await creditWithoutRecord(db, id, 100 * (nth + 1), key);
  const postings = [{ from: wallet, to: account.fees, amount: cents(50) }];
  await inTransaction(db, (tx) => post(tx, { key: 'spent', kind: 'test', postings }));
  await creditWithoutRecord(db, id, 1_000, 'newest');
});
afterAll(() => database.close());

const after = async (keys: readonly string[], from: BalancePoint | null = null) => {
  const found = await balancesAfter(database.db, wallet, keys, from);
  return new Map([...found].map(([key, point]) => [key, point.cents]));
};

test('the balance after each event counts back from the present one', async () => {
  expect(await after(['sixth', 'first', 'spent', 'unknown', 'newest'])).toEqual(
    new Map([
      ['first', 100],
      ['sixth', 2_100],
      ['spent', 2_050],
      ['newest', 3_050],
    ]),
  );
});

test('a page of older events counts back from the page before, and a newer event from the present balance', async () => {
  const page = await balancesAfter(database.db, wallet, ['spent', 'fourth']);
  const from = page.get('fourth')!;
  expect(await after(['third', 'first'], from)).toEqual(await after(['first', 'third']));
  expect(await after(['fourth'], from)).toEqual(new Map([['fourth', 1_000]]));
  // a wrong balance shows that only postings up to that point are read
  const wrong = { ...from, cents: (from.cents + 7) as Cents };
  expect(await after(['third', 'first'], wrong)).toEqual(
    new Map([
      ['first', 107],
      ['third', 607],
    ]),
  );
  expect(await after(['third', 'fifth'], wrong)).toEqual(await after(['third', 'fifth']));
});
