import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { enrolApp } from '../../../test/factors.ts';
import { makeLogin } from '../../../test/processes.ts';
import { runScript } from '../../../test/scripts.ts';
import { credit } from '../../../test/wallets.ts';
import { APP_ROLE, openPool } from '../../platform/db/pool.ts';
import { buildServer } from '../../platform/http/server.ts';
import { makeBackup } from './backups.ts';

/** Runs `restore` and `books` as an operator does, and restores encrypted backups. */
let world: TestApp;
let folder: string;
let otto: Caller;
let identity: string;
let recipient: string;
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  folder = join(world.services.config.dataDir, 'backups');
  otto = await world.signIn('otto', 'admin', true);
  await world.signIn('ada', 'admin');
  const nova = await world.signIn('nova');
  const mallory = await world.signIn('mallory#1234');
  await credit(world.services.db, nova.id, 10_000);
  await world.database.asOwner('update users set is_banned = true where id = $1', [mallory.id]);
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'identity.txt'), `# created: today\n# public key: ${recipient}\n${identity}\n`);
});
afterAll(() => world.close());

/** The operator stands in the folder of the backups. */
const run = (script: string, args: string[], env: Record<string, string>) =>
  runScript(script, { args, env: { INIT_CWD: folder, ...env } });

async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await world.database.asOwner(`create database ${name}`);
  return Object.assign(new URL(world.database.url), { pathname: `/${name}` }).href;
}

test('access 17: restore and books need only the database, and take paths from where the operator stands', async () => {
  const { file } = await makeBackup(world.database.pg, folder);
  const env = { MODE: 'production', DATABASE_URL: await emptyDatabase() };
  const restored = await run('restore.ts', [file], env);
  expect(restored.printed).toContain('The books balance.');
  expect(restored.code).toBe(0);
  expect(await run('books.ts', [], env)).toEqual({ code: 0, printed: 'The books balance.\n' });
  const login = await makeLogin(world.database, APP_ROLE);
  expect(await run('books.ts', [], { MODE: 'production', DATABASE_URL: login })).toMatchObject({ code: 0 });
  const empty = { DATABASE_URL: await emptyDatabase() };
  expect(await run('books.ts', [], empty)).toEqual({
    code: 1,
    printed: expect.stringMatching(/^DATABASE_URL: the database is not migrated[^\n]*\n$/),
  });
  expect(await run('books.ts', [], { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' })).toEqual({
    code: 1,
    printed: 'DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n',
  });
  for (const script of ['books.ts', 'restore.ts'])
    expect(await run(script, [file], { MODE: 'production', DATABASE_URL: '' })).toEqual({
      code: 1,
      printed: 'MODE=production needs DATABASE_URL to be set\n',
    });
});

test('access 17: restore names a missing or incomplete file, and always stops the database it started', async () => {
  const DATA_DIR = join(folder, 'own');
  const missing = await run('restore.ts', ['gone.gz'], { DATA_DIR });
  expect(missing).toEqual({
    code: 1,
    printed: `Nothing was restored: There is no file ${join(folder, 'gone.gz')}.\n`,
  });
  const { file, bytes } = await makeBackup(world.database.pg, folder);
  truncateSync(join(folder, file), bytes - 100);
  const cut = await run('restore.ts', [file], { DATA_DIR });
  expect(cut.printed).toMatch(
    new RegExp(`^Nothing was restored: .*${join(folder, file)} cannot be read to its end: .*\\n$`),
  );
  expect(cut.code).toBe(1);
  const cluster = realpathSync(join(DATA_DIR, 'postgres/cluster'));
  expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  rmSync(cluster, { recursive: true });
});

test('access 11: a restore ends all sessions, and says which bans and roles it brought back', async () => {
  const { file } = await makeBackup(world.database.pg, folder, [recipient]);
  const url = await emptyDatabase();
  const { code, printed } = await run('restore.ts', [file, '--identity', 'identity.txt'], {
    DATABASE_URL: url,
  });
  expect(code).toBe(0);
  expect(printed).toContain('4 sessions were ended. Bans and roles are those of 20');
  expect(printed).toContain('  staff: otto (owner), ada (admin)\n  banned: mallory\n');
  const pool = openPool(url, { max: 1 });
  expect(await pool.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  const review = pool.db.selectFrom('reviews').where('kind', '=', 'restore').select('facts');
  expect((await review.executeTakeFirstOrThrow()).facts).toMatchObject({
    endedSessions: 4,
    staff: ['otto (owner)', 'ada (admin)'],
    banned: ['mallory'],
  });
  await pool.close();
});

test('access 11: only the identity opens an encrypted backup, and a changed or incomplete one is refused', async () => {
  const { file } = await makeBackup(world.database.pg, folder, [recipient]);
  expect(file).toMatch(/\.backup\.gz\.age$/);
  const content = readFileSync(join(folder, file));
  expect(content.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
  const middle = Math.floor(content.length / 2);
  const changed = Buffer.from(content);
  changed[middle]! ^= 1;
  writeFileSync(join(folder, 'changed.age'), changed);
  writeFileSync(join(folder, 'cut.age'), content.subarray(0, middle));
  writeFileSync(join(folder, 'other.txt'), await generateX25519Identity());
  writeFileSync(join(folder, 'no-identity.txt'), recipient);
  const plain = (await makeBackup(world.database.pg, folder)).file;
  const own = ['--identity', 'identity.txt'];
  const env = { DATABASE_URL: await emptyDatabase() };
  const cases: [args: string[], message: RegExp][] = [
    [[file], /cannot be opened: it is encrypted, so name the file of its identity/],
    [[file, '--identity', 'other.txt'], /no identity matched/],
    [[file, '--identity', 'no-identity.txt'], /no-identity\.txt: it has no identity of age/],
    [['changed.age', ...own], /changed\.age cannot be read to its end/],
    [['cut.age', ...own], /cut\.age cannot be read to its end: .*It was cut or changed/],
    [[plain, ...own], /it is not encrypted, although an identity was given/],
  ];
  for (const [args, message] of cases) {
    const { code, printed } = await run('restore.ts', args, env);
    expect(printed).toMatch(message);
    expect(printed).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  }
  expect(await run('restore.ts', [file, ...own], env)).toMatchObject({ code: 0 });
});

test('access 11: the panel of production makes only encrypted backups, and deletes those that the policy does not keep', async () => {
  const { config } = world.services;
  await enrolApp(otto);
  const production = (recipients: string[]) => {
    const backups = { recipients, keepDaily: 2, keepWeekly: 1 };
    const dataDir = join(config.dataDir, 'production');
    return buildServer({ ...world.services, config: { ...config, mode: 'production', dataDir, backups } });
  };
  const post = async (recipients: string[]) => {
    const app = await production(recipients);
    const headers = { cookie: `__Host-${otto.cookie}`, 'sec-fetch-site': 'same-origin' };
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/api/admin/backup', headers });
    await app.close();
    return { statusCode, body: JSON.parse(body) as Record<string, unknown> };
  };
  const refused = await post([]);
  expect(refused.statusCode).toBe(503);
  expect(JSON.stringify(refused.body)).toContain('BACKUP_RECIPIENTS');
  const kept = join(config.dataDir, 'production/backups');
  mkdirSync(kept, { recursive: true });
  const old = ['sterling-20250101T000000000Z.backup.gz', 'sterling-20250102T000000000Z.backup.gz.age'];
  for (const name of [...old, 'notes.txt']) writeFileSync(join(kept, name), '');
  const made = await post([recipient]);
  expect(made.statusCode).toBe(200);
  expect(made.body.file).toMatch(/\.gz\.age$/);
  expect(existsSync(join(kept, String(made.body.file)))).toBe(true);
  expect([...old, 'notes.txt'].filter((name) => existsSync(join(kept, name)))).toEqual([old[1], 'notes.txt']);
  const { body } = await otto.call('GET', `/api/admin/audit?search=${made.body.file}`);
  expect(body).toMatchObject([{ action: 'backups.made', after: { pruned: [old[0]] } }]);
});
