import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './pool.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const LOCK_KEY = 5_721_001;
const UNDEFINED_TABLE = '42P01';
/** The oldest server that has what the migrations use: a generated column's expression is changed. */
const LEAST_SERVER = 17;

/**
 * Brings a database to the newest schema: plain numbered SQL files, forward only, each in its own transaction,
 * one migrator at a time. Refuses an old server, and when a file that was applied has been changed since. `through` names the last one to
 * apply.
 */
export async function migrate(url: string, { through }: { through?: string } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const file of migrationFiles()) {
      const known = applied.get(file.name);
      if (known === undefined) await apply(client, file);
      else if (known !== file.checksum)
        throw new Error(`migration ${file.name} was changed after it had been applied`);
      if (file.name === through) break;
    }
  } finally {
    await client.end();
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`,
  );
  const [{ version, major }] = rows;
  if (major < LEAST_SERVER)
    throw new Error(`PostgreSQL ${LEAST_SERVER} or newer is needed, and this server is ${version}`);
}

/** Whether the connecting user may change the schema: then its processes migrate by themselves, else `npm run migrate` does. */
export async function ownsSchema(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select has_schema_privilege('public', 'create') as owns`);
    return rows[0].owns;
  } finally {
    await client.end();
  }
}

/** Throws on a database that does not have every migration of this checkout. */
export async function refuseUnmigrated(db: Db): Promise<void> {
  const migrated = await isMigrated(db).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return false;
    throw error;
  });
  if (!migrated) throw new Error('the database is not migrated: run `npm run migrate` as its owner first');
}

/** Whether every migration of this checkout has been applied (`/readyz`). */
export async function isMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return migrationFiles().every((file) => applied.has(file.name));
}

interface MigrationFile {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** Every migration of this checkout, in the order in which they are applied. */
export function migrationFiles(): MigrationFile[] {
  const names = readdirSync(MIGRATIONS).filter((name) => /^\d{4}_.*\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(join(MIGRATIONS, name), 'utf8');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.text);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      file.name,
      file.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
}
