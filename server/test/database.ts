import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPool, type Pool } from '../src/platform/db/pool.ts';

export interface TestDatabase extends Pool {
  readonly url: string;
  /** Runs a query as the superuser, for changes that the application may not make. */
  asOwner(query: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** Opens a new copy of the migrated template, for one test file. Close it in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name} template sterling_template`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = openPool(url.href, { max: 40 });
  return {
    ...pool,
    url: url.href,
    asOwner: (text, values) => query(url.href, text, values),
    close: async () => {
      await pool.close();
      await query(server, `drop database ${name} with (force)`);
    },
  };
}

async function query(url: string, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}
