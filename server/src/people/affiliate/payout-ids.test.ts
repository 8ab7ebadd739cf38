import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, openDatabaseAt, type TestDatabase } from '../../../test/database.ts';
import { migrate, migrateWithin } from '../../platform/db/migrate.ts';
import { inTransactionOn, onConnection } from '../../platform/db/one-connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = openDatabaseAt(await createEmptyDatabase());
});
afterAll(() => database.close());

test('an upgrade gives old payouts ids in the order of their bookings, near their times', async () => {
  const referrer = randomUUID();
  // two of one millisecond, and one whose transaction began first and waited for the others
  const times = [
    '10:00:00.001100',
    '10:00:00.009900',
    '10:00:00.009900',
    '10:00:00.004000',
    '11:00:00.000700',
  ];
  await onConnection(database.url, (client) =>
    inTransactionOn(client, async () => {
      await migrateWithin(client, { through: '0139_cancelled_withdrawals.sql' });
      // without the users, referrals and ledger events that these payouts would need
      await client.query('set local session_replication_role = replica');
      for (const [index, time] of times.entries())
        await client.query(
          `insert into affiliate_payouts (event_id, fee_event_id, referrer_id, referred_id, fee_cents, percent, payout_cents, at)
            values ($1, $2, $3, $4, 100, 10, 10, $5)`,
          [2 * index + 2, 2 * index + 1, referrer, randomUUID(), `2026-11-30 ${time}+00`],
        );
    }),
  );
  await migrate(database.url);
  const { rows } = await database.asOwner(
    `select event_id::int as event, uuid_extract_version(id) as version, uuid_extract_timestamp(id) as time
      from affiliate_payouts order by id`,
  );
  const at = (time: string) => new Date(`2026-11-30T${time}Z`);
  expect(rows).toEqual([
    { event: 2, version: 7, time: at('10:00:00.001') },
    { event: 4, version: 7, time: at('10:00:00.009') },
    { event: 6, version: 7, time: at('10:00:00.009') },
    { event: 8, version: 7, time: at('10:00:00.009') },
    { event: 10, version: 7, time: at('11:00:00.000') },
  ]);
});
