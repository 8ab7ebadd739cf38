import type pg from 'pg';
import type { RestoredAccess } from '../../money/restores/access.ts';
import { recordRestore } from '../../money/restores/restores.ts';
import { copyIn } from '../../platform/db/copy.ts';
import { lockSchema, migrateWithin, refuseOtherHistory } from '../../platform/db/migrate.ts';
import { inTransactionOn, onConnection } from '../../platform/db/one-connection.ts';
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
  /** Who may sign in, and as what, as of the backup. */
  readonly access: RestoredAccess;
}

interface Options {
  /** Secret keys of age that may open the file. */
  readonly identities?: readonly string[];
}

/**
 * Restores a backup into an empty database, in one transaction: the schema at the time of the backup, all rows with
 * foreign keys checked again, then newer migrations. The emergency stop is set, all sessions are ended, and the restore
 * is recorded (restores.ts). Throws, and leaves the database empty, when it is not empty, the file is missing or
 * incomplete, or its migrations are unknown. The connecting user must own the schema.
 */
export async function restoreBackup(
  url: string,
  path: string,
  { identities = [] }: Options = {},
): Promise<Restored> {
  return onConnection(url, (client) =>
    inTransactionOn(client, async (tx) => {
      await refuseUsed(client);
      const file = { path, lines: linesOf(path, identities) };
      const header = await readHeader(file);
      await migrateWithin(client, { through: header.migrations.at(-1)!.name });
      const restoreConstraints = await suspendConstraints(client);
      const end = await load(client, file);
      for (const sequence of end.sequences) await setSequence(client, sequence);
      await restoreConstraints();
      await migrateWithin(client);
      const { access } = await recordRestore(tx, { cause: 'backup', dataAt: new Date(header.at) });
      return { at: header.at, tables: end.tables, rows: end.rows, access };
    }),
  );
}

/** Waits for another restore first, because its rows would be deleted otherwise. */
async function refuseUsed(client: pg.Client): Promise<void> {
  await lockSchema(client);
  const { rows } = await client.query(`select to_regclass('public.schema_migrations') is not null as used`);
  if (rows[0].used) throw new Error('This database is not empty: a backup is restored into a fresh one.');
}

interface BackupFile {
  readonly path: string;
  readonly lines: AsyncGenerator<Buffer>;
}

async function readHeader(file: BackupFile): Promise<BackupHeader> {
  const header = (await nextJson(file)) as Partial<BackupHeader>;
  if (header.format !== 'sterling backup 1' || !header.migrations?.length)
    throw new Error(`${file.path} is no backup of Sterling.`);
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

async function load(client: pg.Client, file: BackupFile): Promise<BackupEnd> {
  let [tables, rows] = [0, 0];
  for (;;) {
    const next = (await nextJson(file)) as TableHead | BackupEnd;
    if ('sequences' in next) {
      if (next.tables !== tables || next.rows !== rows) throw notWhole(file);
      return next;
    }
    const statement = `copy ${quoted(next.table)} (${columnList(next)}) from stdin`;
    rows += await copyIn(client, statement, rowsOf(file));
    tables += 1;
  }
}

const CHUNK_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\n');
const LAST_LINE = Buffer.from(END_OF_ROWS);

/** A table's rows in chunks. */
async function* rowsOf(file: BackupFile): AsyncGenerator<Buffer> {
  let [chunk, bytes]: [Buffer[], number] = [[], 0];
  for (;;) {
    const { value: line, done } = await file.lines.next();
    if (done) throw notWhole(file);
    if (line.equals(LAST_LINE)) break;
    chunk.push(line, LINE_END);
    bytes += line.length + 1;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(chunk);
    [chunk, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunk);
}

async function nextJson(file: BackupFile): Promise<object> {
  const { value: line } = await file.lines.next();
  try {
    return JSON.parse(line?.toString() ?? '') as object;
  } catch (error) {
    throw notWhole(file, error);
  }
}

const notWhole = ({ path }: BackupFile, cause?: unknown) =>
  new Error(`The backup ${path} is not whole, or is none.`, { cause });

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
