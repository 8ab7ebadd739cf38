import pg from 'pg';
import { recordRestore } from '../../money/restores/restores.ts';
import { copyIn } from '../../platform/db/copy.ts';
import { migrate, migrateIn, refuseOtherHistory } from '../../platform/db/migrate.ts';
import { inTransaction, openClient } from '../../platform/db/pool.ts';
import {
  type BackupEnd,
  type BackupHeader,
  columnList,
  END_OF_ROWS,
  linesOf,
  quoted,
  type SequenceState,
  type TableHead,
} from './backup-file.ts';

export interface Restored {
  readonly at: string;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Restores a backup into an empty database: the schema at the time of the backup, all rows with foreign keys checked again,
 * then newer migrations. The same transaction sets the emergency stop and records the restore (restores.ts). Throws, without
 * storing rows, when the database is not empty, the file is incomplete, or its migrations are unknown. The connecting user
 * must own the schema.
 */
export async function restoreBackup(url: string, path: string): Promise<Restored> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('public.schema_migrations') is not null as used`);
    if (rows[0].used) throw new Error('This database is not empty: a backup is restored into a fresh one.');
    const lines = linesOf(path);
    const header = await readHeader(lines);
    await migrate(url, { through: header.migrations.at(-1)!.name });
    // one transaction, so that a restore that is killed leaves no rows, or is recorded with them
    return await inTransaction(openClient(client), async (tx) => {
      const restoreConstraints = await suspendConstraints(client);
      const end = await load(client, lines);
      for (const sequence of end.sequences) await setSequence(client, sequence);
      await restoreConstraints();
      await client.query(STOP, [`the database was restored from the backup of ${header.at}`]);
      await migrateIn(client);
      await recordRestore(tx, { cause: 'backup', dataAt: new Date(header.at) });
      return { at: header.at, tables: end.tables, rows: end.rows };
    });
  } finally {
    await client.end();
  }
}

async function readHeader(lines: AsyncGenerator<Buffer>): Promise<BackupHeader> {
  const header = (await nextJson(lines)) as Partial<BackupHeader>;
  if (header.format !== 'sterling backup 1' || !header.migrations?.length)
    throw new Error('This is no backup of Sterling.');
  refuseOtherHistory(header.migrations);
  return header as BackupHeader;
}

/** Disables triggers, drops foreign keys (rows arrive table by table) and deletes rows that migrations inserted. The returned function restores triggers and keys. */
async function suspendConstraints(client: pg.Client): Promise<() => Promise<void>> {
  const tables = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  const keys = (await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS)).rows;
  const all = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await all(tables.map((name) => `alter table ${name} disable trigger user`));
  await all(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`));
  await all(tables.map((name) => `delete from ${name}`));
  return async () => {
    await all(
      keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    );
    await all(tables.map((name) => `alter table ${name} enable trigger user`));
  };
}

const TABLES = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1`;

const FOREIGN_KEYS = `
  select quote_ident(c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 2`;

async function load(client: pg.Client, lines: AsyncGenerator<Buffer>): Promise<BackupEnd> {
  let [tables, rows] = [0, 0];
  for (;;) {
    const next = (await nextJson(lines)) as TableHead | BackupEnd;
    if ('sequences' in next) {
      if (next.tables !== tables || next.rows !== rows) throw notWhole();
      return next;
    }
    const statement = `copy ${quoted(next.table)} (${columnList(next)}) from stdin`;
    rows += await copyIn(client, statement, rowsOf(lines));
    tables += 1;
  }
}

const CHUNK_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\n');
const LAST_LINE = Buffer.from(END_OF_ROWS);

/** A table's rows in chunks. */
async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let [chunk, bytes]: [Buffer[], number] = [[], 0];
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw notWhole();
    if (line.equals(LAST_LINE)) break;
    chunk.push(line, LINE_END);
    bytes += line.length + 1;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(chunk);
    [chunk, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunk);
}

async function nextJson(lines: AsyncGenerator<Buffer>): Promise<object> {
  try {
    const { value: line } = await lines.next();
    return JSON.parse(line?.toString() ?? '') as object;
  } catch (error) {
    throw notWhole(error);
  }
}

const notWhole = (cause?: unknown) => new Error('The backup is not whole, or is none.', { cause });

/** Names the backup as the reason. A stop that was set in the backup has another one. */
const STOP = `
  insert into settings (key, value) values ('emergency_shutdown', jsonb_build_object('enabled', true, 'reason', $1::text))
  on conflict (key) do update set value = excluded.value, updated_at = now()`;

async function setSequence(
  client: pg.Client,
  { sequence, lastValue, isCalled }: SequenceState,
): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [
    `public.${quoted(sequence)}`,
    lastValue,
    isCalled,
  ]);
}
