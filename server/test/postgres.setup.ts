import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { installSettings } from '../src/people/settings/settings.ts';
import { startEmbedded } from '../src/platform/db/embedded.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { installQueues } from '../src/platform/jobs/queue.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

export const TEMPLATE = 'sterling_template';

/**
 * Each test file makes and deletes a database of a thousand files. After many deletions, one database takes ext4 up to 0.6 s, and
 * a folder in memory 20 ms.
 */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8 * 1024 ** 3;

/** The folder for the cluster: in memory if there is enough. */
function chooseFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) < ENOUGH_BYTES ? tmpdir() : MEMORY;
}

/** Starts one PostgreSQL per run, with a migrated template database that test files copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = chooseFolder();
  const directory = mkdtempSync(join(folder, 'sterling-test-'));
  // the databases live for minutes, so they are neither protected from a crash nor vacuumed
  const settings = { fsync: 'off', autovacuum: 'off', max_connections: '400', max_wal_size: '256MB' };
  const postgres = await startEmbedded(directory, settings, { rootHome: join(folder, 'sterling-test') });
  const url = new URL(postgres.url);
  await withClient(postgres.url, (client) => client.query(`create database ${TEMPLATE}`));
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href);
  await installQueues(url.href);
  const pool = openPool(url.href, { max: 1 });
  await installSettings(pool.db, 'sandbox');
  await pool.close();
  project.provide('postgresUrl', postgres.url);
  return async () => {
    const cluster = realpathSync(join(directory, 'cluster'));
    await postgres.stop();
    rmSync(cluster, { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
