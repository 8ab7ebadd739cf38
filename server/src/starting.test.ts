import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../test/order-world.ts';
import {
  eventually,
  makeLogin,
  type ProcessWorld,
  type ProductProcess,
  SHARED_ENV,
  startProcess,
} from '../test/processes.ts';
import { NETWORKS } from './money/litecoin/network.ts';
import { makeSeed, writePublicHalf, writeSeedFile } from './money/litecoin/seed-file.ts';
import { freePort } from './platform/db/embedded.ts';
import { APP_ROLE, SIGNER_ROLE } from './platform/db/pool.ts';
import { createKeyFile, openVault } from './platform/vault/vault.ts';

/** Starts real processes, as an operator does: with mistakes, and several at the same time. */
let world: OrderWorld;
let processes: ProcessWorld;
let directory: string;
const started: ProductProcess[] = [];

beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  directory = mkdtempSync(join(tmpdir(), 'sterling-starting-'));
  const databaseUrl = await makeLogin(world.database, APP_ROLE);
  processes = { databaseUrl, sandboxUrl: world.sandboxUrl, directory: world.services.config.dataDir };
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});

async function start(role: 'web' | 'worker' | 'all', of: ProcessWorld = processes): Promise<ProductProcess> {
  const process = await startProcess(role, of);
  started.push(process);
  return process;
}

const readyz = async ({ origin }: ProductProcess) => {
  const answer = await fetch(`${origin}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { checks: Record<string, string> } };
};

/** Starts `main.ts` with exactly these variables and returns what it prints when it refuses. */
function refusal(env: Record<string, string>): Promise<{ code: unknown; printed: string }> {
  const main = join(import.meta.dirname, 'main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [main], { env: { ...SHARED_ENV, ...env } }, (error, out, err) =>
      resolve({ code: error?.code, printed: out + err }),
    );
  });
}

/** The variables of a production signer and web process, with files of their own. */
function production(): Record<string, string> {
  const fileOf = (name: string) => join(directory, name);
  const files = {
    VAULT_KEY_FILE: fileOf('vault.json'),
    SIGNER_KEY_FILE: fileOf('signer.json'),
    WALLET_SEED_FILE: fileOf('wallet.json'),
    WALLET_PUBLIC_FILE: fileOf('wallet.public.json'),
    SIGNER_JOURNAL_FILE: fileOf('signed.jsonl'),
  };
  createKeyFile(files.VAULT_KEY_FILE);
  createKeyFile(files.SIGNER_KEY_FILE);
  const vault = openVault(files.SIGNER_KEY_FILE, { create: false });
  writeSeedFile(files.WALLET_SEED_FILE, makeSeed(), vault, NETWORKS.main);
  writePublicHalf(files.WALLET_SEED_FILE, files.WALLET_PUBLIC_FILE);
  return {
    ...files,
    MODE: 'production',
    DATA_DIR: directory,
    DATABASE_URL: processes.databaseUrl!,
    PUBLIC_ORIGIN: 'https://sterling.example',
    OWNER_DISCORD_IDS: '1',
    DISCORD_CLIENT_ID: 'id',
    DISCORD_CLIENT_SECRET: 'secret',
    LITECOIN_RPC_URL: 'http://127.0.0.1:9332',
    LITECOIN_RPC_USER: 'sterling',
    LITECOIN_RPC_PASSWORD: 'password',
    LOG_LEVEL: '',
  };
}

describe('access 17: a start error names its variable or file, without a stack', () => {
  let given: Record<string, string>;
  let signerUrl: string;
  const signer = () => ({ ROLE: 'signer', DATABASE_URL: signerUrl });
  const wrongKey = () => join(directory, 'other.json');
  const noKey = () => join(directory, 'no-key.json');
  beforeAll(async () => {
    given = production();
    signerUrl = await makeLogin(world.database, SIGNER_ROLE);
    createKeyFile(wrongKey());
    writeFileSync(noKey(), 'secret words');
  });

  test.each<[what: string, change: () => Record<string, string>, message: RegExp]>([
    ['LOG_LEVEL', () => ({ LOG_LEVEL: 'loud' }), /LOG_LEVEL must be one of/],
    [
      'PUBLIC_ORIGIN with http',
      () => ({ PUBLIC_ORIGIN: 'http://sterling.example' }),
      /PUBLIC_ORIGIN must be/,
    ],
    [
      'PUBLIC_ORIGIN with a slash',
      () => ({ PUBLIC_ORIGIN: 'https://sterling.example/' }),
      /PUBLIC_ORIGIN must/,
    ],
    ['OWNER_DISCORD_IDS', () => ({ OWNER_DISCORD_IDS: 'otto' }), /OWNER_DISCORD_IDS must be Discord ids/],
    ['LITECOIN_RPC_URL', () => ({ LITECOIN_RPC_URL: '127.0.0.1:9332' }), /LITECOIN_RPC_URL must be/],
    ['DATABASE_URL', () => ({ DATABASE_URL: 'sterling' }), /DATABASE_URL must be an address/],
    [
      'a database that does not answer',
      () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }),
      /DATABASE_URL: .*ECONNREFUSED/,
    ],
    [
      'a missing key file',
      () => ({ VAULT_KEY_FILE: '/nowhere/vault.json' }),
      /VAULT_KEY_FILE \/nowhere\/vault\.json: ENOENT/,
    ],
    ['a file that is no key file', () => ({ VAULT_KEY_FILE: noKey() }), /VAULT_KEY_FILE .* is no key file/],
    [
      'a wallet with the seed',
      () => ({ WALLET_PUBLIC_FILE: given.WALLET_SEED_FILE! }),
      /WALLET_PUBLIC_FILE .* holds the seed/,
    ],
    [
      'a file that is no wallet',
      () => ({ WALLET_PUBLIC_FILE: noKey() }),
      /WALLET_PUBLIC_FILE .* is no wallet file/,
    ],
    ['COLD_ADDRESS', () => ({ COLD_ADDRESS: 'ltc1nonsense' }), /COLD_ADDRESS: /],
    [
      'a wrong signer key',
      () => ({ ...signer(), SIGNER_KEY_FILE: wrongKey() }),
      /SIGNER_KEY_FILE .*other\.json: it was sealed with another key/,
    ],
    [
      'a journal that cannot be opened',
      () => ({ ...signer(), SIGNER_JOURNAL_FILE: directory }),
      /SIGNER_JOURNAL_FILE .*EISDIR/,
    ],
    ['no database', () => ({ MODE: '', ROLE: 'signer', DATABASE_URL: '' }), /DATABASE_URL/],
    ['a wallet of other keys', () => ({}), /WALLET_PUBLIC_FILE .*do not give the stored hot address/],
  ])('%s', async (_what, change, message) => {
    const ports = { PORT: String(await freePort()), OPS_PORT: String(await freePort()) };
    const { code, printed } = await refusal({ ROLE: 'web', ...given, ...ports, ...change() });
    expect(printed).toMatch(/^Sterling does not start: /m);
    expect(printed).toMatch(message);
    expect(printed).not.toMatch(/^ +at /m);
    expect(printed).not.toContain('secret words');
    expect(code).toBe(1);
  });

  test('a port in use', async () => {
    const PORT = new URL(world.sandboxUrl).port;
    await expect(start('web', { ...processes, env: { PORT } })).rejects.toThrow(
      /Sterling does not start: HOST and PORT: .*EADDRINUSE[^\n]*\n$/,
    );
  });
});

/** Whether the database of this data directory runs. */
function hasDatabase(dataDir: string): boolean {
  const cluster = join(dataDir, 'postgres/cluster');
  return existsSync(join(cluster, 'PG_VERSION')) && existsSync(join(realpathSync(cluster), 'postmaster.pid'));
}

/** Starts the sandbox's product on `dataDir`, stops it as soon as `moment` is true, and resolves with its output. */
async function stopDuringStart(
  dataDir: string,
  moment: (printed: string) => boolean,
): Promise<{ code: number | null; printed: string }> {
  const env = { ...SHARED_ENV, DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: new URL(world.sandboxUrl).port };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env });
  const exited = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  await eventually(async () => moment(printed), { everyMs: 5 });
  child.kill('SIGINT');
  const [code] = (await exited) as [number | null];
  return { code, printed };
}

test('access 17: a process that is stopped while it starts, or cannot start, stops the database that it started', async () => {
  const dataDir = join(directory, 'stopped');
  for (const moment of [
    () => hasDatabase(dataDir),
    (printed: string) => printed.includes('creating the demo world'),
  ]) {
    const { code, printed } = await stopDuringStart(dataDir, moment);
    expect(code).toBe(0);
    expect(printed).toContain('"msg":"sterling has stopped"');
    expect(hasDatabase(dataDir)).toBe(false);
    // what a crash leaves behind, when another program got the process id
    writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${process.pid}\n\n0\n1\n`);
  }
  const { printed } = await refusal({ DATA_DIR: dataDir, COLD_ADDRESS: 'nonsense' });
  expect(printed).toContain('Sterling does not start: COLD_ADDRESS: ');
  expect(hasDatabase(dataDir)).toBe(false);
  rmSync(realpathSync(join(dataDir, 'postgres/cluster')), { recursive: true });
}, 60_000);

test('access 17: four processes start on one empty data directory', async () => {
  const empty = join(directory, 'empty');
  // the first start creates the demo world, and the others wait for it
  const of = { ...processes, databaseUrl: null, directory: empty, readyMs: 240_000 };
  const four = await Promise.all((['web', 'web', 'worker', 'all'] as const).map((role) => start(role, of)));
  for (const each of four) expect(each.isRunning()).toBe(true);
  for (const web of [four[0]!, four[1]!, four[3]!])
    await eventually(async () => (await readyz(web)).body.checks?.migrations === 'ok');
  const cluster = realpathSync(join(empty, 'postgres/cluster'));
  const isUp = () => existsSync(join(cluster, 'postmaster.pid'));
  for (const each of four) {
    expect(isUp()).toBe(true);
    await each.stop();
  }
  // the last process that uses the database stops it
  expect(isUp()).toBe(false);
  rmSync(cluster, { recursive: true, force: true });
}, 300_000);
