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
import { webhookContext } from '../../people/notifications/notifications.ts';
import { addKey, openVault, type Vault } from '../../platform/vault/vault.ts';
import { passwordContext } from '../../supply/proxies/proxy-route.ts';
import { cookieContext, openRobloxSession } from '../../supply/roblox-accounts/session.ts';
import { rotateKeys, SEALED } from './key-rotation.ts';

let database: TestDatabase;
let directory: string;
let vaultFile: string;
let seedFile: string;
let keyFile: string;
/** As a process has it that runs since before the rotation. */
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

const files = () => ({ vaultFile, signing: { keyFile, seedFile } });

async function account(cookie: string): Promise<string> {
  const owner = await insertPerson(database);
  const id = await insertAccount(database, { owner, rateCents: 300, robux: 1_000 });
  await store(id, cookie);
  return id;
}

const store = (id: string, cookie: string) =>
  database.asOwner('update roblox_accounts set sealed_cookie = $2 where id = $1', [
    id,
    vault.seal(cookie, cookieContext(id)),
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

test('old becomes new while someone reads and someone writes, in a process that knows nothing of it', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 120; made += 1) ids.push(await account(`cookie ${made}`));
  const owner = await insertPerson(database);
  await database.asOwner(
    "insert into notifications (user_id, webhook_id, sealed_webhook, kinds) values ($1, '1', $2, '{orders}')",
    [owner, vault.seal('1/token', webhookContext(owner))],
  );
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
  const services = { config, db: database.db, vault };
  const turned = ids[60]!;
  const session = await openRobloxSession(services, turned);
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
      await session.rotated(`turned ${writes}`);
    }
  };
  const others = Promise.all([reader(), writer()]);
  const { key, tables, seedFile } = await rotateKeys(database.db, files(), 50);
  isOver = true;
  await others;

  expect([key, seedFile]).toEqual([2, true]);
  expect(Object.values(tables).flatMap(({ unreadable }) => unreadable)).toEqual([]);
  expect([tables.notifications.resealed, tables.proxies.resealed]).toEqual([1, 1]);
  const [proxy] = (await database.asOwner('select sealed_password from proxies')).rows;
  expect(vault.isCurrent(proxy.sealed_password)).toBe(true);
  expect(vault.open(proxy.sealed_password, passwordContext(proxyId))).toBe('secret');
  expect(reads).toBeGreaterThan(0);
  expect((await openRobloxSession(services, turned)).cookie).toBe(`turned ${writes}`);
  for (const id of ids) expect((await sealedCookie(id)).readUInt32BE(0)).toBe(2);
});

test('a cookie that was rotated by the platform replaces the same cookie under a newer key, and no other', async () => {
  const id = await account('first');
  const services = { config, db: database.db, vault };
  const ours = await openRobloxSession(services, id);
  const late = await openRobloxSession(services, id);
  await rotateKeys(database.db, files(), 1);
  await ours.rotated('second');
  await late.rotated('of a session that is behind');
  expect((await openRobloxSession(services, id)).cookie).toBe('second');
});

test('what cannot be opened is named and left alone, and the rest goes on', async () => {
  const broken = await account('lost');
  await database.asOwner("update roblox_accounts set sealed_cookie = 'x' where id = $1", [broken]);
  const sound = await account('kept');
  const { tables } = await rotateKeys(database.db, files(), 1);
  expect(tables.robloxAccounts).toEqual({ resealed: 1, unreadable: [broken] });
  expect((await sealedCookie(broken)).toString()).toBe('x');
  expect(vault.open(await sealedCookie(sound), cookieContext(sound))).toBe('kept');
});

test('the key file is replaced whole, keeps its mode and its old keys; two rotations do not meet', () => {
  const before = JSON.parse(readFileSync(vaultFile, 'utf8'));
  const sealed = vault.seal('a secret', 'a row');
  expect(addKey(vaultFile)).toBe(2);
  const after = JSON.parse(readFileSync(vaultFile, 'utf8'));
  expect(after).toMatchObject({ current: 2, keys: before.keys });
  expect(statSync(vaultFile).mode & 0o777).toBe(0o600);
  expect(vault.open(sealed, 'a row')).toBe('a secret');
  expect(vault.seal('another', 'a row').readUInt32BE(0)).toBe(2);
  writeFileSync(`${vaultFile}.next`, '');
  expect(() => addKey(vaultFile)).toThrow(/another process replaces the file/);
  expect(JSON.parse(readFileSync(vaultFile, 'utf8'))).toEqual(after);
});

test('a rotation that fails half-way leaves the file as it was and nothing beside it', () => {
  writeFileSync(vaultFile, 'not json');
  expect(() => addKey(vaultFile)).toThrow();
  expect(readFileSync(vaultFile, 'utf8')).toBe('not json');
  expect(existsSync(`${vaultFile}.next`)).toBe(false);
});

test("the wallet's seed is sealed anew and gives the same keys; its public half has no seed to seal", () => {
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

test('a seed that the vault had sealed, before the signer had a key, is sealed by that key, once', () => {
  const older = join(directory, 'older.json');
  createSeedFile(older, vault, NETWORKS.main);
  const { hotXpub } = readSeedFile(older);
  expect(() => openAccountKey(readSeedFile(older), 'hot', signerVault, NETWORKS.main)).toThrow();
  expect(adoptSeed(older, { from: vault, to: signerVault })).toBe(true);
  expect(adoptSeed(older, { from: vault, to: signerVault })).toBe(false);
  expect(openAccountKey(readSeedFile(older), 'hot', signerVault, NETWORKS.main).publicExtendedKey).toBe(
    hotXpub,
  );
  expect(() => openAccountKey(readSeedFile(older), 'hot', vault, NETWORKS.main)).toThrow();
});

test('where the seed is not, only what is in the database is sealed anew', async () => {
  const before = readFileSync(seedFile, 'utf8');
  const { seedFile: resealed } = await rotateKeys(database.db, { vaultFile, signing: null }, 1);
  expect(resealed).toBe(false);
  expect(readFileSync(seedFile, 'utf8')).toBe(before);
});
