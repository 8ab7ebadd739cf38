import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';

/** More rows than a CSV file reads at a time. */
const ROWS = 450;

let world: TestApp;
let ada: Caller;
beforeAll(async () => {
  world = await openTestApp();
  ada = await world.signIn('ada', 'admin');
});
afterAll(() => world.close());

/** The cells of each line of a CSV file, without its header. No cell of these tests contains a comma. */
async function cellsOf(who: Caller, path: string): Promise<string[][]> {
  const { status, body, headers } = await who.call('GET', path);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const lines = (body as { text: string }).text.trim().split('\r\n').slice(1);
  return lines.map((line) => line.split(','));
}

async function addPeople(): Promise<void> {
  await sql`insert into users (discord_id, username, role, is_banned, joined_at)
    select 'd' || n, '=cmd' || n, case when n % 2 = 0 then 'seller' else 'buyer' end, n % 3 = 0, timestamptz '2026-01-01Z' + n * interval '1 hour'
    from generate_series(1, ${ROWS}::int) n`.execute(world.services.db);
}

test('all users are exported once, newest first, without formulas, and the export is recorded', async () => {
  await addPeople();
  const cells = await cellsOf(ada, '/api/admin/users.csv?search=%3Dcmd');
  expect(cells).toHaveLength(ROWS);
  expect(new Set(cells.map((cell) => cell.at(-1))).size).toBe(ROWS);
  expect(cells.every(([, name]) => name!.startsWith("'=cmd"))).toBe(true);
  const { body } = await ada.call('GET', '/api/admin/audit?action=users.exported');
  expect(body).toMatchObject([{ actorId: ada.id, after: { search: '=cmd' } }]);
});

test('users are found by role, state and the time when they joined', async () => {
  const count = async (query: string) => {
    const { headers } = await ada.call('GET', `/api/admin/users?search=%3Dcmd&pageSize=1&${query}`);
    const exported = await cellsOf(ada, `/api/admin/users.csv?search=%3Dcmd&${query}`);
    expect(exported).toHaveLength(Number(headers['x-total-count']));
    return exported.length;
  };
  expect(await count('role=seller')).toBe(225);
  expect([await count('state=banned'), await count('state=active')]).toEqual([150, 300]);
  expect(await count('state=verified')).toBe(0);
  expect(await count('from=2026-01-02&to=2026-01-03')).toBe(24);
  expect((await ada.call('GET', '/api/admin/users?state=unknown')).status).toBe(400);
});

test('audit entries are exported by their filter, newest first', async () => {
  await world.database.asOwner(
    `insert into audit_log (actor_id, action, reason, at)
    select $1, 'limits.cleared', '+1' || n, timestamptz '2026-02-01Z' + n * interval '1 hour'
    from generate_series(1, $2::int) n`,
    [ada.id, ROWS],
  );
  const cells = await cellsOf(ada, '/api/admin/audit.csv?action=limits.cleared');
  expect(cells).toHaveLength(ROWS);
  const ids = cells.map((cell) => Number(cell.at(-1)));
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(cells[0]).toContain(`'+1${ROWS}`);
  const ofDay = await cellsOf(
    ada,
    '/api/admin/audit.csv?action=limits.cleared&from=2026-02-02&to=2026-02-03',
  );
  expect(ofDay).toHaveLength(24);
});

test('a seller exports and filters only their own accounts', async () => {
  const [sela, juno] = [await world.signIn('sela', 'seller'), await world.signIn('juno', 'seller')];
  await sql`insert into roblox_accounts (user_id, username, roblox_user_id, sealed_cookie, robux_balance, rate_cents, ownership_confirmed_at, ownership_ip, ownership_statement,
      status, is_active, created_at)
    select ${sela.id}, 'Acc' || n, 9000000 + n, '\\x00', 0, 245, now(), '127.0.0.1', 'Mine', case when n % 5 = 0 then 'invalid_cookie' else 'online' end, n % 2 = 0,
      timestamptz '2026-03-01Z' + n * interval '1 hour'
    from generate_series(1, ${ROWS}::int) n`.execute(world.services.db);
  const cells = await cellsOf(sela, '/api/roblox-accounts.csv');
  expect(cells).toHaveLength(ROWS);
  expect(new Set(cells.map((cell) => cell.at(-1))).size).toBe(ROWS);
  const count = async (query: string) => {
    const { headers } = await sela.call('GET', `/api/roblox-accounts?pageSize=1&${query}`);
    expect(await cellsOf(sela, `/api/roblox-accounts.csv?${query}`)).toHaveLength(
      Number(headers['x-total-count']),
    );
    return Number(headers['x-total-count']);
  };
  expect([
    await count('status=online'),
    await count('status=offline'),
    await count('status=invalid_cookie'),
  ]).toEqual([180, 180, 90]);
  expect(await count('from=2026-03-02&to=2026-03-03&search=acc2')).toBe(6);
  expect(await cellsOf(juno, '/api/roblox-accounts.csv')).toEqual([]);
});
