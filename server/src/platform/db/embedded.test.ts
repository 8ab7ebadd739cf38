import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../test/processes.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';

/** A database that was killed, and the processes of Sterling that lost it. */
let directory: string;
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sterling-embedded-'));
  postgres = await startEmbedded(directory, { fsync: 'off' });
});
afterAll(async () => {
  await postgres.stop();
  for (const each of [cluster(), directory]) rmSync(each, { recursive: true, force: true });
});

const cluster = () => realpathSync(join(directory, 'cluster'));
const portOf = ({ url }: EmbeddedPostgres) => Number(new URL(url).port);

async function kill(): Promise<void> {
  const pid = Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await eventually(async () => !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answer(): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query('select 1 as one').finally(() => client.end());
  return rows;
}

test('after a kill it starts at its address, where the processes that lost it look for it', async () => {
  const before = postgres;
  await kill();
  postgres = await startEmbedded(directory, { fsync: 'off' });
  expect(portOf(postgres)).toBe(portOf(before));
  expect(postgres.joined).toBe(false);
  await before.revive();
  expect(await answer()).toEqual([{ one: 1 }]);
});

test('it takes another address if a program has taken its own', async () => {
  const before = postgres;
  await kill();
  const other = await listen(portOf(before));
  try {
    postgres = await startEmbedded(directory, { fsync: 'off' });
    expect(portOf(postgres)).not.toBe(portOf(before));
    expect(await answer()).toEqual([{ one: 1 }]);
  } finally {
    other.close();
  }
});

const COMMAND = `
  import pg from 'pg';
  import { withDatabase } from '${new URL('../../../../scripts/database.ts', import.meta.url).href}';
  await withDatabase(async (connectionString) => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    console.log('connected');
    await client.query('select pg_sleep(600)');
  });`;

test('a command that Ctrl+C stops while it is connected stops the database that it started', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sterling-command-'));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', COMMAND], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  await exited;
  const itsCluster = realpathSync(join(dataDir, 'postgres/cluster'));
  expect(existsSync(join(itsCluster, 'postmaster.pid'))).toBe(false);
  for (const each of [itsCluster, dataDir]) rmSync(each, { recursive: true, force: true });
});

async function listen(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}
