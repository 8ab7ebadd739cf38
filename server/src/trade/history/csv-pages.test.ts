import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openTransaction } from '../../../test/lock-waits.ts';
import { setPrice } from '../../../test/payer.ts';

/** More rows than a CSV file reads at a time. */
const ROWS = 450;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await setPrice(app.database, 8_500);
});
afterAll(() => app.close());

async function withdrawTooMuch(userId: string, rows = ROWS): Promise<void> {
  const { db } = app.services;
  await sql`insert into withdrawals (user_id, amount_cents, fee_percent, percentage_fee_cents, network_fee_cents, price_id,
      litoshi, address, script)
    select ${userId}, n, 0, 0, 0, (select max(id) from prices), 1, 'rltc1q', '\\x00' from generate_series(1, ${rows}::int) n`.execute(
    db,
  );
  await sql`update withdrawals set state = 'failed', failed_at = now() where user_id = ${userId}`.execute(db);
}

test('a CSV file of many pages has each row once, newest first', async () => {
  const person = await app.signIn('sela', 'seller');
  await withdrawTooMuch(person.id);
  for (const [path, column] of [
    ['/api/history.csv?role=seller', 4],
    ['/api/wallet/transactions.csv', 3],
  ] as const) {
    const { status, body } = await person.call('GET', path);
    expect(status).toBe(200);
    const lines = (body as { text: string }).text.trim().split('\r\n').slice(1);
    const cells = lines.map((line) => line.split(','));
    const amounts = cells.map((cell) => Math.round(Number(cell[column]) * 100));
    expect(amounts.toSorted((a, b) => b - a)).toEqual(Array.from({ length: ROWS }, (_, n) => ROWS - n));
    const ids = cells.map((cell) => cell.at(-1)!);
    expect(ids).toEqual(ids.toSorted().toReversed());
  }
});

test('access 7: a HEAD call ends with the first page, so that nobody reads long lists outside their turns', async () => {
  const person = await app.signIn('head', 'seller');
  await withdrawTooMuch(person.id, 100 * ROWS);
  expect(await person.call('HEAD', '/api/wallet/transactions.csv')).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: { text: '' },
  });
  const lock = await openTransaction(app.services.db, async (tx) => {
    await sql`lock table withdrawals in access exclusive mode`.execute(tx);
  });
  await sleep(500);
  const { rows } = await app.database.asOwner(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  lock.release();
  await lock.finished;
  expect(rows).toEqual([]);
});
