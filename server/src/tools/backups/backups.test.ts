import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../test/order-world.ts';
import { credit } from '../../../test/wallets.ts';
import { openServices } from '../../app.ts';
import { proveBooks } from '../../money/ledger/proof.ts';
import { SESSION_COOKIES } from '../../people/sessions/sessions.reads.ts';
import { createSession } from '../../people/sessions/sessions.ts';
import { inTransaction, openPool, type Pool } from '../../platform/db/pool.ts';
import { buildServer } from '../../platform/http/server.ts';
import { installQueues } from '../../platform/jobs/queue.ts';
import { openRobloxSession } from '../../supply/roblox-accounts/session.ts';
import { makeBackup } from './backups.ts';
import { restoreBackup } from './restore.ts';

let world: OrderWorld;
let otto: Caller;
let sela: Seller;
let nova: Caller;
let directory: string;
const made: { url: string; pool: Pool }[] = [];
beforeAll(async () => {
  world = await openOrderWorld();
  directory = join(world.services.config.dataDir, 'backups');
  otto = await world.signIn('otto', 'admin', true);
  sela = await world.seller(5_000, 3);
  nova = await world.buyer(10_000);
  await nova.call('POST', '/api/wallet/generate-address', { walletType: 'buyer' });
  const order = await world.order(nova, await world.pass(500), 500);
  expect((await world.final(nova, order)).status).toBe('completed');
  await otto.call('PUT', '/api/admin/settings/marketplace_fee', { value: { percent: 2.5 } });
});
afterAll(async () => {
  for (const { pool } of made) await pool.close();
  await world.close();
});

/** Creates an empty database and returns its URL. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await world.database.asOwner(`create database ${name}`);
  const url = new URL(world.database.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function restored(file: string): Promise<{ url: string; pool: Pool }> {
  const url = await emptyDatabase();
  await restoreBackup(url, join(directory, file));
  const pool = openPool(url, { role: null, max: 3 });
  made.push({ url, pool });
  return { url, pool };
}

async function newSession({ db }: Pool, userId: string): Promise<string> {
  const token = await inTransaction(db, (tx) => createSession(tx, userId, { ip: '', userAgent: '' }));
  return `${SESSION_COOKIES.plain}=${token}`;
}

/** One checksum per table over all its rows. */
async function sums(pool: Pick<Pool, 'pg'>): Promise<Record<string, string>> {
  const tables = await pool.pg.query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const row = name === 'schema_migrations' ? 't.name || t.checksum' : 't::text';
    const sum = await pool.pg.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by ${row})), '') as sum from ${name} t`,
    );
    found[name] = sum.rows[0].sum;
  }
  return found;
}

describe('S7.06 a backup', () => {
  test('is made and downloaded by an owner, with an audit entry for each', async () => {
    const last = async () => (await otto.call('GET', '/api/admin/backup')).body;
    expect(await last()).toEqual({ at: null, file: null });
    const { status, body } = await otto.call('POST', '/api/admin/backup');
    expect(status).toBe(200);
    const { at, file } = await last();
    expect(file).toBe(body.file);
    expect(Date.now() - Date.parse(String(at))).toBeLessThan(60_000);
    expect(body).toMatchObject({ success: true, tables: expect.any(Number), rows: expect.any(Number) });
    const path = join(directory, String(body.file));
    expect(statSync(path).size).toBe(body.bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const download = await world.app.inject({
      method: 'GET',
      url: `/api/admin/backups/${body.file}`,
      headers: { cookie: otto.cookie },
    });
    expect(download.statusCode).toBe(200);
    expect(download.headers['content-disposition']).toBe(`attachment; filename="${body.file}"`);
    expect(download.rawPayload.equals(readFileSync(path))).toBe(true);
    const { body: entries } = await otto.call('GET', `/api/admin/audit?search=${body.file}`);
    expect(entries).toMatchObject([
      { action: 'backups.downloaded' },
      { action: 'backups.made', after: { rows: body.rows } },
    ]);
  });

  test.each(['sterling-20260101T000000000Z.backup.gz', '..%2Fkeys%2Fvault.json', '..', 'keys', '%00'])(
    'named %s cannot be downloaded',
    async (file) => {
      const { status } = await otto.call('GET', `/api/admin/backups/${file}`);
      expect([400, 404]).toContain(status);
    },
  );

  test('is restored completely into an empty database, its books balance, and the product runs on it', async () => {
    const { body } = await otto.call('POST', '/api/admin/backup');
    const before = await sums(world.database);
    const { url, pool } = await restored(String(body.file));
    const after = await sums(pool);
    // the audit entry about the backup was written after the backup, and the restore records itself
    const own = {
      audit_log: '',
      audit_addresses: '',
      audit_chain: '',
      settings: '',
      sessions: '',
      emergency_stops: '',
      trade_pauses: '',
      reviews: '',
      restores: '',
      address_gaps: '',
      database_identity: '',
    };
    expect({ ...after, ...own }).toEqual({ ...before, ...own });
    expect(Object.keys(after).length).toBe(Number(body.tables) + 1);
    expect(await proveBooks(pool.db)).toEqual([]);

    await installQueues(url);
    const again = await openServices({ ...world.services.config, databaseUrl: url }, world.services.log, url);
    const app = await buildServer(again.services);
    expect((await caller(app, nova.cookie).call('GET', '/api/wallet')).status).toBe(401);
    const me = caller(app, await newSession(pool, nova.id));
    expect((await me.call('GET', '/api/wallet')).body).toMatchObject({ balance: 98.5 });
    expect((await me.call('GET', '/api/robux/orders')).body).toMatchObject([{ status: 'completed' }]);
    const { cookie } = await openRobloxSession(again.services, sela.accountId);
    expect(sela.game.cookie).toContain(cookie.slice(-40));
    const old = (await nova.call('GET', '/api/wallet')).body.ltcAddress;
    const renew = () => me.call('POST', '/api/wallet/regenerate-keys', { walletType: 'buyer' });
    // until the signer has skipped the addresses that may have been given out since the backup
    expect((await renew()).status).toBe(503);
    await pool.pg.query('update restores set skipped_at = now()');
    const fresh = await renew();
    expect(fresh.status).toBe(200);
    expect((fresh.body.wallet as { ltcAddress: string }).ltcAddress).not.toBe(old);
    const last = await pool.pg.query('select max(index) as index from addresses where account = $1', [
      'deposit',
    ]);
    expect(last.rows[0].index).toBeGreaterThan(1_000);
    await app.close();
    await again.close();
  });

  test('restores all constraints, triggers and grants', async () => {
    const { body } = await otto.call('POST', '/api/admin/backup');
    const { pool, url } = await restored(String(body.file));
    await expect(pool.pg.query('update ledger_postings set amount = 1')).rejects.toThrow(/append-only/);
    await expect(pool.pg.query(`update orders set status = 'pending'`)).rejects.toThrow(/does not become/);
    await expect(pool.pg.query(`update orders set buyer_id = new_id()`)).rejects.toThrow(
      /does not change|has ended/,
    );
    await expect(pool.pg.query('delete from users')).rejects.toThrow(/foreign key/);
    const application = openPool(url, { max: 1 });
    await expect(application.pg.query('delete from ledger_events')).rejects.toThrow(/permission denied/);
    await application.close();
    const schema = `select string_agg(t, ',' order by t) as all from (
      select conname || pg_get_constraintdef(oid) as t from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgname || tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal) things`;
    const [was, is] = [await world.database.pg.query(schema), await pool.pg.query(schema)];
    expect(is.rows[0].all).toBe(was.rows[0].all);
  });

  test('is consistent even when money moves while it is made', async () => {
    let stop = false;
    const moving = (async () => {
      for (let turn = 0; !stop; turn += 1) await credit(world.services.db, nova.id, 1 + turn);
    })();
    const files = [];
    for (let turn = 0; turn < 3; turn += 1) files.push((await makeBackup(world.database.pg, directory)).file);
    stop = true;
    await moving;
    for (const file of files) expect(await proveBooks((await restored(file)).pool.db)).toEqual([]);
  });
});

describe('a restore refuses', () => {
  const spoilt = (name: string, change: (text: string) => string) => {
    writeFileSync(join(directory, `${name}.gz`), gzipSync(change(text)));
    return join(directory, `${name}.gz`);
  };
  let text: string;
  beforeAll(async () => {
    const { file } = await makeBackup(world.database.pg, directory);
    text = gunzipSync(readFileSync(join(directory, file))).toString();
  });

  test.each([
    [
      'a file that was cut off',
      (all: string) => all.slice(0, all.length / 2),
      /cannot be read to its end|not whole|end-of-copy/,
    ],
    ['a file without its end', (all: string) => all.split('\n').slice(0, -2).join('\n'), /not whole/],
    [
      'a row that was lost',
      (all: string) => all.replace(/(\{"table":"ledger_events".*\n).*\n/, '$1'),
      /foreign key|not whole/,
    ],
    [
      'a row that was changed',
      (all: string) => all.replace(/(\{"table":"ledger_postings".*\n\d+\t)\d+/, '$1999999'),
      /foreign key/,
    ],
    ['a file that is not a backup', () => 'hello\n', /not-a-backup\.gz is not whole, or is none/],
    [
      'a backup with other migrations',
      (all: string) => all.replace(/"checksum":"./, '"checksum":"?'),
      /another version/,
    ],
  ])('access 17: %s, and leaves the database empty for the next try', async (name, change, message) => {
    const url = await emptyDatabase();
    await expect(restoreBackup(url, spoilt(name.replaceAll(' ', '-'), change))).rejects.toThrow(message);
    const pool = openPool(url, { role: null, max: 1 });
    const tables = await pool.pg.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
    expect(tables.rowCount).toBe(0);
    await pool.close();
    const { file } = await makeBackup(world.database.pg, directory);
    await restoreBackup(url, join(directory, file));
  });

  test('a database that is in use', async () => {
    const { file } = await makeBackup(world.database.pg, directory);
    await expect(restoreBackup(world.database.url, join(directory, file))).rejects.toThrow(/not empty/);
  });
});
