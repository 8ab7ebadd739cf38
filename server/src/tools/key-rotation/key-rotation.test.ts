import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertAccount, insertPerson } from '../../../test/stock.ts';
import { readConfig } from '../../config.ts';
import { NETWORKS } from '../../money/litecoin/network.ts';
import {
  adoptSeed,
  createSeedFile,
  openAccountKey,
  readSeedFile,
  resealSeedFile,
  writePublicHalf,
} from '../../money/litecoin/seed-file.ts';
import { secretContext } from '../../people/factors/factors.ts';
import { webhookContext } from '../../people/notifications/notifications.ts';
import { replaceSecret, signingContext } from '../../people/webhooks/secrets.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { addKey, openVault, type Vault } from '../../platform/vault/vault.ts';
import { StartError } from '../../start-error.ts';
import { passwordContext } from '../../supply/proxies/proxy-route.ts';
import { accountCookieContext, openRobloxSession } from '../../supply/roblox-accounts/session.ts';
import { rotateKeys, SEALED } from './key-rotation.ts';

let database: TestDatabase;
let directory: string;
let vaultFile: string;
let seedFile: string;
let keyFile: string;
/** The vault of a process that has been running since before the rotation. */
let vault: Vault;
let signerVault: Vault;
const config = readConfig({ DATA_DIR: '/nonexistent' });

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.asOwner('truncate roblox_accounts, notifications, proxies cascade');
  directory = mkdtempSync(join(tmpdir(), 'sterling-keys-'));
  vaultFile = join(directory, 'vault.json');
  seedFile = join(directory, 'wallet.json');
  keyFile = join(directory, 'signer.json');
  vault = openVault(vaultFile, { create: true });
  signerVault = openVault(keyFile, { create: true });
  createSeedFile(seedFile, signerVault, NETWORKS.main);
  return () => rmSync(directory, { recursive: true });
});
afterAll(() => database.close());

const files = () => ({ vaultFile, signing: { keyFile, seedFile, journalFile: '/nonexistent' } });

async function account(cookie: string): Promise<string> {
  const owner = await insertPerson(database);
  const id = await insertAccount(database, { owner, rateCents: 300, robux: 1_000 });
  await store(id, cookie);
  return id;
}

const store = (id: string, cookie: string) =>
  database.asOwner('update roblox_accounts set sealed_cookie = $2 where id = $1', [
    id,
    vault.seal(cookie, accountCookieContext(id)),
  ]);

const sealedCookie = async (id: string): Promise<Buffer> =>
  (await database.asOwner('select sealed_cookie from roblox_accounts where id = $1', [id])).rows[0]
    .sealed_cookie;

test('every sealed column of the schema is known to the rotation', async () => {
  const { rows } = await database.asOwner(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name ~ '^sealed_'",
  );
  const spelled = SEALED.map((table) => table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(rows.map(({ table_name: name }) => name).sort()).toEqual([...spelled].sort());
});

test('a rotation reseals all secrets while a running process reads and writes them', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 120; made += 1) ids.push(await account(`cookie ${made}`));
  const owner = await insertPerson(database);
  await database.asOwner(
    "insert into notifications (user_id, webhook_id, sealed_webhook, kinds) values ($1, '1', $2, '{orders}')",
    [owner, vault.seal('1/token', webhookContext(owner))],
  );
  const { rows: endpoints } = await database.asOwner(
    "insert into webhook_endpoints (user_id, url, kinds) values ($1, 'https://hook.example/', '{orders}') returning id",
    [owner],
  );
  const signing = await inTransaction(database.db, (tx) => replaceSecret(tx, vault, endpoints[0].id));
  const [{ id: proxyId }] = (
    await database.asOwner(
      "insert into proxies (user_id, host, port, username) values ($1, 'h', 1, 'ann') returning id",
      [owner],
    )
  ).rows;
  await database.asOwner('update proxies set sealed_password = $2 where id = $1', [
    proxyId,
    vault.seal('secret', passwordContext(proxyId)),
  ]);
  const factorId = crypto.randomUUID();
  await database.asOwner(
    `insert into factors (id, user_id, kind, name, sealed_secret, last_step) values ($1, $2, 'totp', '', $3, 0)`,
    [factorId, owner, vault.seal('base32', secretContext(factorId))],
  );
  const services = { config, db: database.db, vault };
  const rotatedId = ids[60]!;
  const session = await openRobloxSession(services, rotatedId);
  let reads = 0;
  let writes = 0;
  let isOver = false;
  const reader = async () => {
    for (let index = 0; !isOver; index = (index + 1) % 50) {
      expect((await openRobloxSession(services, ids[index]!)).cookie).toBe(`cookie ${index}`);
      reads += 1;
    }
  };
  const writer = async () => {
    for (; !isOver; await sleep(2)) {
      writes += 1;
      await session.rotated(`rotated ${writes}`);
    }
  };
  const others = Promise.all([reader(), writer()]);
  const { key, tables, seedFile } = await rotateKeys(database.db, files(), 50);
  isOver = true;
  await others;

  expect([key, seedFile]).toEqual([2, true]);
  expect(Object.values(tables).flatMap(({ unreadable }) => unreadable)).toEqual([]);
  const { notifications, proxies, factors, webhookSecrets } = tables;
  const resealed = [notifications, proxies, factors, webhookSecrets].map((table) => table.resealed);
  expect(resealed).toEqual([1, 1, 1, 1]);
  const [{ id: secretId, sealed_secret }] = (await database.asOwner('select * from webhook_secrets')).rows;
  expect(vault.isCurrent(sealed_secret)).toBe(true);
  expect(vault.open(sealed_secret, signingContext(secretId))).toBe(signing);
  const [proxy] = (await database.asOwner('select sealed_password from proxies')).rows;
  expect(vault.isCurrent(proxy.sealed_password)).toBe(true);
  expect(vault.open(proxy.sealed_password, passwordContext(proxyId))).toBe('secret');
  expect(reads).toBeGreaterThan(0);
  expect((await openRobloxSession(services, rotatedId)).cookie).toBe(`rotated ${writes}`);
  for (const id of ids) expect((await sealedCookie(id)).readUInt32BE(0)).toBe(2);
});

test('a cookie that Roblox rotated replaces the resealed old cookie, and does not replace a newer one', async () => {
  const id = await account('first');
  const services = { config, db: database.db, vault };
  const current = await openRobloxSession(services, id);
  const stale = await openRobloxSession(services, id);
  await rotateKeys(database.db, files(), 1);
  await current.rotated('second');
  await stale.rotated('of a stale session');
  expect((await openRobloxSession(services, id)).cookie).toBe('second');
});

test('a secret that cannot be opened is reported and left alone, and the others are resealed', async () => {
  const broken = await account('lost');
  await database.asOwner("update roblox_accounts set sealed_cookie = 'x' where id = $1", [broken]);
  const sound = await account('kept');
  const { tables } = await rotateKeys(database.db, files(), 1);
  expect(tables.robloxAccounts).toEqual({ resealed: 1, unreadable: [broken] });
  expect((await sealedCookie(broken)).toString()).toBe('x');
  expect(vault.open(await sealedCookie(sound), accountCookieContext(sound))).toBe('kept');
});

test('the key file is replaced atomically and keeps its mode and old keys; concurrent rotations are refused', () => {
  const before = JSON.parse(readFileSync(vaultFile, 'utf8'));
  const sealed = vault.seal('a secret', 'a row');
  expect(addKey(vaultFile)).toBe(2);
  const after = JSON.parse(readFileSync(vaultFile, 'utf8'));
  expect(after).toMatchObject({ current: 2, keys: before.keys });
  expect(statSync(vaultFile).mode & 0o777).toBe(0o600);
  expect(vault.open(sealed, 'a row')).toBe('a secret');
  expect(vault.seal('another', 'a row').readUInt32BE(0)).toBe(2);
  writeFileSync(`${vaultFile}.next`, '');
  // a kill leaves a draft, so this is nothing that needs a stack
  expect(() => addKey(vaultFile)).toThrow(StartError);
  expect(() => addKey(vaultFile)).toThrow(`${vaultFile}.next exists: another process is replacing the file`);
  expect(JSON.parse(readFileSync(vaultFile, 'utf8'))).toEqual(after);
});

test('a failed rotation leaves the file unchanged and no draft behind', () => {
  writeFileSync(vaultFile, 'not json');
  expect(() => addKey(vaultFile)).toThrow(SyntaxError);
  expect(readFileSync(vaultFile, 'utf8')).toBe('not json');
  expect(existsSync(`${vaultFile}.next`)).toBe(false);
});

test('the resealed wallet seed has the same keys; the public wallet file has no seed', () => {
  const publicFile = join(directory, 'public.json');
  writePublicHalf(seedFile, publicFile);
  addKey(keyFile);
  const old = readSeedFile(seedFile);
  expect(resealSeedFile(seedFile, signerVault)).toBe(true);
  expect(resealSeedFile(seedFile, signerVault)).toBe(false);
  expect(resealSeedFile(publicFile, signerVault)).toBe(false);
  const fresh = readSeedFile(seedFile);
  expect(fresh.sealedSeed).not.toBe(old.sealedSeed);
  expect(openAccountKey(fresh, 'hot', signerVault, NETWORKS.main).publicExtendedKey).toBe(old.hotXpub);
  expect(readFileSync(publicFile, 'utf8')).not.toContain(fresh.sealedSeed);
  expect(readSeedFile(publicFile)).toEqual({ ...old, sealedSeed: '' });
});

test('a seed that the vault sealed is resealed by the signer’s key, once', () => {
  const older = join(directory, 'older.json');
  createSeedFile(older, vault, NETWORKS.main);
  const { hotXpub } = readSeedFile(older);
  expect(() => openAccountKey(readSeedFile(older), 'hot', signerVault, NETWORKS.main)).toThrow(
    'sealed with another key, or altered',
  );
  expect(adoptSeed(older, { from: vault, to: signerVault })).toBe(true);
  expect(adoptSeed(older, { from: vault, to: signerVault })).toBe(false);
  expect(openAccountKey(readSeedFile(older), 'hot', signerVault, NETWORKS.main).publicExtendedKey).toBe(
    hotXpub,
  );
  expect(() => openAccountKey(readSeedFile(older), 'hot', vault, NETWORKS.main)).toThrow(
    'sealed with another key, or altered',
  );
});

test('on a machine without the seed, only the secrets in the database are resealed', async () => {
  const before = readFileSync(seedFile, 'utf8');
  const { seedFile: resealed } = await rotateKeys(database.db, { vaultFile, signing: null }, 1);
  expect(resealed).toBe(false);
  expect(readFileSync(seedFile, 'utf8')).toBe(before);
});
