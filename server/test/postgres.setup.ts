import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Starts one PostgreSQL per run, with a migrated template database that test files copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-test-'));
  // the databases live for minutes, so they are neither protected from a crash nor vacuumed
  const postgres = await startEmbedded(directory, {
    fsync: 'off',
    autovacuum: 'off',
    max_connections: '400',
  });
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
