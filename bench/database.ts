import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../server/src/platform/db/embedded.ts';

export interface Database {
  /** Connection string of the superuser. */
  readonly url: string;
  /** A folder for further files of the bench. */
  readonly directory: string;
  /** Stops PostgreSQL and removes all files. */
  close(): Promise<void>;
}

/** Starts a new PostgreSQL in a new folder, with fsync on. `settings` are postgresql.conf lines. */
export async function openDatabase(settings: Record<string, string> = {}): Promise<Database> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-bench-'));
  const postgres = await startEmbedded(directory, settings);
  return {
    url: postgres.url,
    directory,
    close: async () => {
      const cluster = realpathSync(join(directory, 'cluster'));
      await postgres.stop();
      for (const path of [cluster, directory]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** The rows of each kind in the small and in the large database that benches of growth compare. */
export const [SMALL, LARGE] = (process.env.BENCH_SIZES ?? '1000,1000000').split(',').map(Number) as [
  number,
  number,
];

/** For a connection that fills a database. Triggers and foreign keys are off, because they would check the rows for an hour. */
export const FILL_SETTINGS = [
  'set session_replication_role = replica',
  'set synchronous_commit = off',
  "set work_mem = '256MB'",
  'set jit = off',
];

/** Runs SQL on a connection of its own. Returns the number of rows. */
export async function query(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(text).finally(() => client.end());
  return rowCount ?? 0;
}
