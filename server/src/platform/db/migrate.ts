import { sql } from 'kysely';
import type pg from 'pg';
import { StartError } from '../../start-error.ts';
import { dropSchemaObjects } from './drop-schema-objects.ts';
import { onConnection } from './one-connection.ts';
import type { Db } from './pool.ts';
import { checksumOf, migrationFiles, objectFiles } from './sql-files.ts';

const LOCK_KEY = 5_721_001;
const UNDEFINED_TABLE = '42P01';
/** The oldest PostgreSQL version that supports the schema. */
const MIN_SERVER = 17;
/** The row of `schema_migrations` with the checksum of all files under `sql/`. */
const OBJECTS = 'sql/';

interface Options {
  /** The last migration to apply. Functions, views and triggers are then left out, because a restore loads its rows first. */
  readonly through?: string | undefined;
}

/** Updates a database to the newest schema in one transaction. See `migrateWithin`. */
export async function migrate(url: string): Promise<void> {
  await onConnection(url, (client) => inOneTransaction(client, () => migrateWithin(client)));
}

/**
 * Updates a database within the open transaction of `client`, one migrator at a time: drops the objects of `sql/`,
 * applies new migrations, then applies `sql/` again. Does nothing when nothing changed. Refuses an old server, a
 * database with unknown migrations, and a migration that was edited after it had been applied.
 */
export async function migrateWithin(client: pg.Client, { through }: Options = {}): Promise<void> {
  await refuseOldServer(client);
  await lockSchema(client);
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const applied = await readApplied(client);
  refuseOtherHistory([...applied].map(([name, checksum]) => ({ name, checksum })));
  const last = through === undefined ? Number.POSITIVE_INFINITY : nameIndex(through);
  const pending = migrationFiles().filter(({ name }, index) => index <= last && !applied.has(name));
  const objects = through === undefined ? objectFiles() : [];
  if (pending.length === 0 && applied.get(OBJECTS) === checksumOf(objects)) return;
  await dropSchemaObjects(client);
  for (const file of pending) {
    await apply(client, `migration ${file.name}`, file.text);
    await record(client, file.name, file.checksum);
  }
  for (const file of objects) await apply(client, `sql/${file.name}`, file.text);
  await record(client, OBJECTS, checksumOf(objects));
}

const nameIndex = (name: string): number => migrationFiles().findIndex((file) => file.name === name);

/** Never advice for a production database, so it names the sandbox. */
const ANEW = ' A sandbox can start over with another DATA_DIR.';

/** One transaction at a time migrates or restores a database. The others wait for its end. */
export async function lockSchema(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
}

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** Throws when a database or backup has migrations that this checkout lacks or has with a different text. */
export function refuseOtherHistory(applied: readonly AppliedMigration[]): void {
  const known = new Map(migrationFiles().map((file) => [file.name, file.checksum]));
  for (const { name, checksum } of applied) {
    if (name === OBJECTS) continue;
    if (!known.has(name))
      throw new StartError(
        `Made by another version of Sterling: it has the migration ${name}, which this version does not have. The schema only goes forward: use the version that made it.${ANEW}`,
      );
    if (known.get(name) !== checksum)
      throw new StartError(
        `Made by another version of Sterling: its migration ${name} has another text than this version's. Use the version that made it.${ANEW}`,
      );
  }
}

async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, checksum from schema_migrations order by name',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function inOneTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function apply(client: pg.ClientBase, what: string, text: string): Promise<void> {
  await client.query(text).catch((error: Error) => {
    throw new Error(`${what} failed: ${error.message}`, { cause: error });
  });
}

async function record(client: pg.ClientBase, name: string, checksum: string): Promise<void> {
  await client.query(
    `insert into schema_migrations (name, checksum) values ($1, $2)
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}

async function refuseOldServer(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`,
  );
  const [{ version, major }] = rows;
  if (major < MIN_SERVER)
    throw new StartError(`PostgreSQL ${MIN_SERVER} or newer is needed, and this server is ${version}`);
}

/** Whether the connecting user may change the schema. If so, processes migrate automatically; if not, an operator runs `npm run migrate`. */
export async function ownsSchema(url: string): Promise<boolean> {
  return onConnection(url, async (client) => {
    const { rows } = await client.query(`select has_schema_privilege('public', 'create') as owns`);
    return rows[0].owns;
  });
}

/** Throws on a database that cannot be written, such as a standby behind a wrong address. */
export async function refuseReadOnly(db: Db): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`
    select current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  if (rows[0]!.isReadOnly) throw new StartError('the database is read-only, as a standby is');
}

/** Throws on a database whose schema is older or newer than this code. */
export async function refuseOtherSchema(db: Db): Promise<void> {
  const difference = await schemaDifference(db);
  if (difference !== null) throw new StartError(difference);
}

/** How the database's schema differs from this code, in words; null when it does not. */
export async function schemaDifference(db: Db): Promise<string | null> {
  const { migrations, objects } = expectedSchema();
  const { rows } = await sql<AppliedMigration>`select name, checksum from schema_migrations order by name`
    .execute(db)
    .catch((error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] };
      throw error;
    });
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const newer = [...applied.keys()].find((name) => name !== OBJECTS && !migrations.has(name));
  if (newer)
    return `the database has a newer schema than this version of Sterling: it has the migration ${newer}. Start the version that migrated it`;
  const missing = [...migrations].find(([name, checksum]) => applied.get(name) !== checksum);
  if (missing && applied.has(missing[0]))
    return `the migration ${missing[0]} of the database has another text than the one of this version of Sterling`;
  if (missing)
    return `the database is not migrated: it lacks ${missing[0]}. Run \`npm run migrate\` as its owner first`;
  if (applied.get(OBJECTS) === objects) return null;
  return 'the functions of the database belong to another version of Sterling. Start that version, or run `npm run migrate` of this one as the owner';
}

interface ExpectedSchema {
  readonly migrations: ReadonlyMap<string, string>;
  readonly objects: string;
}

let expected: ExpectedSchema | null = null;

/** The schema of this process. It is read once, because an upgrade may replace the files below a running process. */
function expectedSchema(): ExpectedSchema {
  expected ??= {
    migrations: new Map(migrationFiles().map(({ name, checksum }) => [name, checksum])),
    objects: checksumOf(objectFiles()),
  };
  return expected;
}
