import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { runScript } from '../../../test/scripts.ts';
import { type LoginUrls, makeLogin, refuseForeignLogins, refuseLogins } from './logins.ts';
import { ownsSchema } from './migrate.ts';

let database: TestDatabase;
const urls = { app: '', worker: '', signer: '' };
beforeAll(async () => {
  database = await openTestDatabase();
  urls.app = nameLogin('app');
  urls.worker = nameLogin('worker');
  urls.signer = nameLogin('signer');
});
afterAll(() => database.close());

function nameLogin(of: string): string {
  const url = new URL(database.url);
  url.username = `${of}_${randomBytes(6).toString('hex')}`;
  // a password that needs quoting in SQL and in URLs
  url.password = encodeURIComponent("it's a 100% secret/");
  return url.href;
}

const migrate = (env: Record<string, string>) => runScript('migrate.ts', { env });

async function tryAs(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return JSON.stringify(rows);
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

test('`npm run migrate` creates logins from their URLs and updates their passwords', async () => {
  const env = {
    DATABASE_OWNER_URL: database.url,
    DATABASE_URL: urls.app,
    WORKER_DATABASE_URL: urls.worker,
    SIGNER_DATABASE_URL: urls.signer,
  };
  const first = await migrate({ ...env, DATABASE_URL: urls.app.replace('100', '200') });
  expect(first).toMatchObject({ code: 0, printed: expect.stringContaining('up to date') });
  expect(await migrate(env)).toMatchObject({ code: 0 });
  expect(await migrate({})).toMatchObject({ code: 2 });
});

test('access 17: `npm run migrate` refuses a wrong URL in one line, before it changes anything', async () => {
  const valid = nameLogin('valid');
  const given = { DATABASE_OWNER_URL: database.url, DATABASE_URL: valid, WORKER_DATABASE_URL: 'x' };
  expect(await migrate(given)).toEqual({
    code: 1,
    printed: expect.stringMatching(/^WORKER_DATABASE_URL must be an address[^\n]*\n$/),
  });
  const created = await database.asOwner('select from pg_roles where rolname = $1', [
    new URL(valid).username,
  ]);
  expect(created.rowCount).toBe(0);
});

test.each<[given: () => Partial<LoginUrls>, message: string]>([
  [() => ({ DATABASE_URL: database.url }), 'DATABASE_URL must not be the login of the owner'],
  [() => ({ WORKER_DATABASE_URL: 'postgres://a@b/c' }), 'WORKER_DATABASE_URL must contain a user and a pass'],
  [() => ({ DATABASE_URL: 'postgres://a:1%z@b/c' }), 'DATABASE_URL: URI malformed'],
  [
    () => ({ DATABASE_URL: urls.app, SIGNER_DATABASE_URL: urls.app }),
    'SIGNER_DATABASE_URL must be a login of the signer alone',
  ],
])('access 13: a login that no process may have is refused, %#', (given, message) => {
  const none = { DATABASE_URL: undefined, WORKER_DATABASE_URL: undefined, SIGNER_DATABASE_URL: undefined };
  expect(() => refuseLogins(database.url, { ...none, ...given() })).toThrow(message);
  expect(() => refuseLogins(database.url, { ...none, WORKER_DATABASE_URL: urls.app })).not.toThrow();
});

test('access 13: a login that exists and is not the owner’s is refused before anything changes', async () => {
  const owner = new URL(nameLogin('owner'));
  owner.password = 'secret';
  const [foreign, own] = [nameLogin('foreign'), nameLogin('own')];
  await database.asOwner(`create role "${owner.username}" login createrole password 'secret'`);
  await database.asOwner(`create role "${new URL(foreign).username}" login`);
  await tryAs(owner.href, `create role "${new URL(own).username}" login`);
  const refused = (url: string) =>
    refuseForeignLogins(owner.href, {
      DATABASE_URL: url,
      WORKER_DATABASE_URL: nameLogin('missing'),
      SIGNER_DATABASE_URL: undefined,
    });
  await expect(refused(foreign)).rejects.toThrow(/^DATABASE_URL names the login foreign_\w+, which exists/);
  await expect(refused(own)).resolves.toBeUndefined();
});

test('access 13: the log of the database never has the password of a login', async () => {
  const logged = new URL(nameLogin('logged'));
  logged.password = randomBytes(12).toString('hex');
  const name = new URL(database.url).pathname.slice(1);
  await database.asOwner(`alter database ${name} set log_statement = 'ddl'`);
  await makeLogin(database.url, logged.href, 'sterling_app');
  await database.asOwner(`alter database ${name} reset log_statement`);
  const { rows } = await database.asOwner(`select current_setting('data_directory') as folder`);
  const log = readFileSync(join(rows[0].folder, 'server.log'), 'utf8');
  expect(log).toContain(`alter role "${logged.username}"`);
  expect(log).not.toContain(logged.password);
  expect(await tryAs(logged.href, 'select 1 as one')).toBe('[{"one":1}]');
});

describe('a process login', () => {
  test.each(['app', 'worker', 'signer'] as const)(
    'for the %s owns nothing and cannot become the owner',
    async (of) => {
      const url = urls[of];
      expect(await ownsSchema(url)).toBe(false);
      expect(await ownsSchema(database.url)).toBe(true);
      const owner = new URL(database.url).username;
      const forbidden = [
        'create table loot ()',
        'alter table withdrawals disable trigger guard',
        'drop trigger guard on own_transactions',
        'truncate ledger_events cascade',
        'delete from ledger_postings',
        'update ledger_balances set posted = 1',
        `set role "${owner}"`,
        'set role sterling_demo',
        'set session_replication_role = replica',
        'create role another',
      ];
      for (const statement of forbidden) {
        expect(await tryAs(url, statement), statement).toMatch(/permission denied|must be owner|Only roles/i);
      }
      expect(await tryAs(url, 'select count(*)::int as count from ledger_events')).toBe('[{"count":0}]');
    },
  );

  test('access 13: takes the name of the worker only for the worker', async () => {
    const become = 'set role sterling_worker';
    expect(await tryAs(urls.app, become)).toContain('permission denied');
    expect(await tryAs(urls.signer, become)).toContain('permission denied');
    expect(await tryAs(urls.worker, become)).toBe('[]');
  });

  test('cannot set the time of an event, as only the demo may', async () => {
    const past = `select moment() = now() as is_now from set_config('sterling.moment', '2020-01-01', false)`;
    expect(await tryAs(urls.app, past)).toBe('[{"is_now":true}]');
  });

  test('may record a signed transaction only for the signer', async () => {
    const sign = (txid: string) =>
      `insert into own_transactions (txid, kind, hex, fee_litoshi) values ('${txid}', 'sweep', '00', 1) returning kind`;
    expect(await tryAs(urls.app, sign('a'))).toBe('only the signer signs');
    for (const url of [urls.app, urls.worker])
      expect(await tryAs(url, 'set role sterling_signer')).toContain('permission denied');
    expect(await tryAs(urls.worker, sign('a'))).toBe('only the signer signs');
    expect(await tryAs(urls.signer, sign('b'))).toBe('[{"kind":"sweep"}]');
    await tryAs(
      urls.worker,
      `insert into own_transactions (txid, kind, fee_litoshi) values ('c', 'unknown', 1)`,
    );
    const turn = (set: string) =>
      `update own_transactions set kind = 'sweep', hex = '00' ${set} where txid = 'c'`;
    expect(await tryAs(urls.worker, turn(''))).toBe('only the signer signs');
    expect(await tryAs(urls.signer, turn(`, txid = 'd'`))).toBe('a signed transaction does not change');
    expect(await tryAs(urls.signer, `${turn('')} returning kind`)).toBe('[{"kind":"sweep"}]');
  });

  test('may sign a sweep only for the signer, and only once', async () => {
    await database.asOwner(
      `insert into own_transactions (txid, kind, hex, fee_litoshi) values ('e', 'sweep', '00', 1)`,
    );
    await database.asOwner('insert into sweeps default values');
    const sign = `update sweeps set state = 'signed', txid = 'e' returning state`;
    expect(await tryAs(urls.app, sign)).toBe('only the signer signs');
    expect(await tryAs(urls.signer, sign)).toBe('[{"state":"signed"}]');
    expect(await tryAs(urls.signer, `update sweeps set state = 'requested', txid = null`)).toBe(
      'a signed sweep cannot change',
    );
  });
});
