import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { deleteExpiredData } from './retention.jobs.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
});
afterAll(() => world.close());

const rows = async (query: string) => (await world.database.asOwner(query)).rows;

test('access 13: refused calls of users go into a log of their own, one row per minute and kind', async () => {
  for (let call = 0; call < 5; call += 1)
    expect((await nova.call('GET', '/api/admin/users')).status).toBe(403);
  expect((await nova.call('POST', '/api/admin/backup')).status).toBe(403);
  await expect
    .poll(() =>
      rows(
        `select route, code, address, sum(times)::int as times from refused_accesses group by 1, 2, 3 order by 1`,
      ),
    )
    .toEqual([
      { route: 'GET /api/admin/users', code: 'admin_required', address: '127.0.0.1', times: 5 },
      { route: 'POST /api/admin/backup', code: 'owner_required', address: '127.0.0.1', times: 1 },
    ]);
  await world.database.asOwner(
    `insert into refused_accesses (minute, user_id, route, code, address)
     select date_trunc('minute', now()) + m * interval '1 minute', $1, n::text, 'x', '' from generate_series(1, 200) n, generate_series(0, 1) m`,
    [nova.id],
  );
  await nova.call('GET', '/api/admin/audit');
  await nova.call('GET', '/api/admin/settings');
  expect(
    await rows(`select from refused_accesses where route like '%audit%' or route like '%settings%'`),
  ).toEqual([]);
  // one person does not hide the calls of others
  const nick = await world.signIn('nick');
  await nick.call('GET', '/api/admin/audit');
  await expect
    .poll(() => rows(`select user_id from refused_accesses where route = 'GET /api/admin/audit'`))
    .toEqual([{ user_id: nick.id }]);
});

test('access 13: expired sessions, contacts and network addresses are deleted after their time, and the books still prove', async () => {
  await world.database.asOwner(
    `insert into sessions (user_id, token_hash, user_agent, ip, expires_at)
     select $1, decode(md5(n::text), 'hex'), 'old', '', now() - n * interval '1 day' from generate_series(6, 9) n`,
    [nova.id],
  );
  await world.database.asOwner(
    `insert into reports (roblox_username, contact, text, code, created_at)
     select 'r' || n, 'mail@example.test', 'x', 'x', now() - n * interval '1 day' from generate_series(89, 92) n`,
  );
  await world.database.asOwner(
    `insert into reviews (id, kind, subject_id) select new_id(), 'report', id from reports where roblox_username = 'r92'`,
  );
  await world.database.asOwner(`select record_audit(null, 'x.y', null, null, null, null, '10.0.0.9')`);
  await world.database.asOwner(`update audit_addresses set at = now() - interval '91 days'`);
  await world.database.asOwner(`update refused_accesses set minute = minute - interval '31 days'`);
  await deleteExpiredData(world.services.db);
  expect(
    await rows(
      `select extract(day from now() - expires_at)::int as days from sessions where user_agent = 'old' order by 1`,
    ),
  ).toEqual([{ days: 6 }]);
  expect(await rows(`select roblox_username as of, contact <> '' as kept from reports order by 1`)).toEqual([
    { of: 'r89', kept: true },
    { of: 'r90', kept: false },
    { of: 'r91', kept: false },
    { of: 'r92', kept: true },
  ]);
  expect(await rows('select from audit_addresses union all select from refused_accesses')).toEqual([]);
  expect(await rows('select * from audit_differences()')).toEqual([]);
});

test('access 13: staff can sign a user out everywhere, but only an owner an owner', async () => {
  const [ada, otto] = [await world.signIn('ada', 'admin'), await world.signIn('otto', 'admin', true)];
  const wanda = await world.signIn('wanda');
  const end = (by: Caller, who: Caller) => by.call('DELETE', `/api/admin/users/${who.id}/sessions`);
  expect(await end(ada, wanda)).toMatchObject({ status: 200, body: { success: true, ended: 1 } });
  await expect.poll(async () => (await wanda.call('GET', '/api/auth/sessions')).status).toBe(401);
  expect(await end(ada, otto)).toMatchObject({ status: 409, body: { code: 'owner_protected' } });
  expect((await end(nova, ada)).status).toBe(403);
  expect((await end(otto, otto)).body).toMatchObject({ ended: 1 });
  const last = await rows(`select action, actor_id as actor, before from audit_log order by id desc limit 1`);
  expect(last).toEqual([{ action: 'sessions.ended', actor: otto.id, before: { sessions: 1 } }]);
});

test('old counts of writes and old stored answers are deleted', async () => {
  await rows(`insert into writes (who, at) values ('user x', now() - interval '2 hours')`);
  await world.database.asOwner(
    `insert into idempotency_keys (user_id, key, request_hash, created_at)
     select $1, age, '', now() - age::interval from unnest(array['29 days', '31 days']) as age`,
    [nova.id],
  );
  await deleteExpiredData(world.services.db);
  expect(await rows(`select from writes where who = 'user x'`)).toEqual([]);
  expect(await rows(`select key from idempotency_keys where user_id = '${nova.id}'`)).toEqual([
    { key: '29 days' },
  ]);
});
