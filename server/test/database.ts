import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { dropBrokenConnections, openPool, type Pool } from '../src/platform/db/pool.ts';

export interface TestDatabase extends Pool {
  readonly url: string;
  /** Runs a query as the superuser, for changes that the application may not make. */
  asOwner(query: string, values?: unknown[]): Promise<pg.QueryResult>;
}

/** Opens a new copy of the migrated template, for one test file. Close it in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return openDatabaseAt(await createDatabase('template sterling_template strategy file_copy'));
}

/** Creates an empty database. Returns its URL. */
export const createEmptyDatabase = (): Promise<string> => createDatabase('template template0');

async function createDatabase(template: string): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/test_${randomBytes(6).toString('hex')}`;
  await administrator().query(`create database ${url.pathname.slice(1)} ${template}`);
  return url.href;
}

/** Opens a database of the test's server, and drops it when it is closed. */
export function openDatabaseAt(url: string): TestDatabase {
  const pool = openPool(url, { max: 40 });
  const owner = new pg.Pool({ connectionString: url });
  dropBrokenConnections(owner);
  return {
    ...pool,
    url,
    asOwner: (text, values) => queryAsIfAlone(owner, text, values),
    close: async () => {
      await Promise.all([pool.close(), owner.end()]);
      await othersHaveLeft(url);
      await administrator().query(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
    },
  };
}

const PATIENCE_MS = 1_000;

/** Waits for the connections of a database that are being closed, such as those of the queue. A drop would end them with an error that nobody handles. */
async function othersHaveLeft(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(10)) {
    const { rowCount } = await administrator().query(
      'select from pg_stat_activity where datname = $1 limit 1',
      [name],
    );
    if (rowCount === 0) return;
  }
}

/**
 * Runs a query on a kept connection that has no settings, locks or transaction of the queries before. A new connection would
 * need 150 ms for its first query.
 */
async function queryAsIfAlone(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    const result = await client.query(text, values);
    await client.query('discard all');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

let shared: pg.Pool | undefined;

/** The superuser's connections to the test's server. All files of a process share them, because a new one takes 30 ms. */
function administrator(): pg.Pool {
  if (shared) return shared;
  const connectionString = inject('postgresUrl');
  shared = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
  dropBrokenConnections(shared);
  return shared;
}
