import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { setPrice } from '../../../test/payer.ts';

/** More rows than a CSV file reads at a time. */
const ROWS = 450;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await setPrice(app.database, 8_500);
});
afterAll(() => app.close());

async function withdrawTooMuch(userId: string): Promise<void> {
  const { db } = app.services;
  await sql`insert into withdrawals (user_id, amount_cents, fee_percent, percentage_fee_cents, network_fee_cents, price_id,
      litoshi, address, script)
    select ${userId}, n, 0, 0, 0, (select max(id) from prices), 1, 'rltc1q', '\\x00' from generate_series(1, ${ROWS}::int) n`.execute(
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
