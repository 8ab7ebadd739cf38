import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { deleteExpiredData } from '../retention/retention.jobs.ts';
import { lookUpReports } from './reports.jobs.ts';

let world: TestApp;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());

test('the contact of a report that was decided late is nowhere when its time is over', async () => {
  const visitor = await world.signIn('vera');
  const otto = await world.signIn('otto', 'admin', true);
  const contact = 'child-of-vera@example.test';
  const about = { robloxUsername: 'somebody_else', contact, text: 'This is my account' };
  const { body } = await visitor.call('POST', '/api/reports', about);
  await lookUpReports(world.services);
  await world.database.asOwner(`update reports set created_at = now() - interval '95 days' where id = $1`, [
    body.id,
  ]);
  const reviews = (await otto.call('GET', '/api/admin/reviews?kind=report')).body as unknown as {
    id: string;
  }[];
  const decided = await otto.call(
    'POST',
    `/api/admin/reviews/${reviews[0]!.id}`,
    { decision: 'reject', reason: 'Not theirs' },
    { 'idempotency-key': 'decide-once' },
  );
  expect(decided.status).toBe(200);
  await deleteExpiredData(world.services.db);
  const left = await world.database.asOwner(
    `select 'reports' as place from reports where contact = $1
     union all select 'reviews' from reviews where facts::text like '%' || $1 || '%'
     union all select 'idempotency_keys' from idempotency_keys where reply::text like '%' || $1 || '%'`,
    [contact],
  );
  expect(left.rows).toEqual([]);
});
