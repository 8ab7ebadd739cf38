import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/processes.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { creditWithoutRecord, makePerson, postedOf } from '../../../test/wallets.ts';
import { foldDays } from '../business/business.jobs.ts';
import { account } from './ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  const { rows } = await sql`
    select * from ledger_differences() union all select * from ledger_day_differences()`.execute(database.db);
  expect(rows).toEqual([]);
});
afterAll(() => database.close());

test('a house balance is its daily sums plus later postings, while money keeps moving', async () => {
  const { db } = database;
  const before = await postedOf(db, account.exchange);
  const nova = await makePerson(db, 'nova');
  await creditWithoutRecord(db, nova, 100, `a ${nova}`);
  await foldAll();
  await creditWithoutRecord(db, nova, 20, `b ${nova}`);
  expect(await postedOf(db, account.exchange)).toBe(before - 120);
  const folds = Array.from({ length: 5 }, () => foldDays(db, 3));
  const credits = Array.from({ length: 30 }, (_, n) => creditWithoutRecord(db, nova, 1, `c ${nova} ${n}`));
  await Promise.all([...folds, ...credits]);
  expect(await postedOf(db, account.exchange)).toBe(before - 150);
  await foldAll();
  expect(await postedOf(db, account.exchange)).toBe(before - 150);
});

test('a house balance reads no posting that is in the daily sums', async () => {
  const nova = await makePerson(database.db, 'nova', 100);
  // many payments between two accounts of the house
  await database.asOwner(`insert into ledger_postings (event_id, currency, from_account, to_account, amount)
    select (select max(id) from ledger_events), 'USD', ledger_account('exchange:usd'), ledger_account('house:fees'), 1
    from generate_series(1, 5000)`);
  await foldAll();
  await database.asOwner('analyze ledger_postings');
  await creditWithoutRecord(database.db, nova, 20, `later ${nova}`);
  const read = await rowsRead(database.db, (tx) => postedOf(tx, account.exchange));
  expect(read.ledger_postings).toBeLessThan(10);
});

/** Folds all postings. Transactions of other databases on this server may delay it. */
async function foldAll(): Promise<void> {
  await eventually(async () => {
    await foldDays(database.db);
    const { rows } = await database.asOwner(
      'select from ledger_day_folds where through_posting = (select max(id) from ledger_postings)',
    );
    return rows.length === 1;
  });
}
