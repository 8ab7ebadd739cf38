import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import type pg from 'pg';
import { copyOut } from '../../platform/db/copy.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import {
  type BackupEnd,
  columnList,
  END_OF_ROWS,
  lineOf,
  quoted,
  type SequenceState,
  type TableHead,
} from './backup-file.ts';
import { DRAFT_ENDING, isDraft, type KeepPolicy, prunable } from './pruning.rules.ts';
import { seal } from './sealing.ts';

/** Where the backups of the owner panel lie. */
export const backupFolderOf = (dataDir: string): string => join(dataDir, 'backups');

export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes a consistent snapshot of all tables to a new file that only this user can read, encrypted for all recipients.
 * Without one it is not encrypted, and only secrets in it stay sealed. The key files are not part of a backup and must be
 * saved separately. Deletes the drafts of interrupted backups first.
 */
export async function makeBackup(
  pool: pg.Pool,
  directory: string,
  recipients: readonly string[] = [],
): Promise<Backup> {
  makeFolder(directory, 0o700);
  await deleteAbandonedDrafts(directory);
  const now = await databaseClock(pool);
  const ending = recipients.length > 0 ? '.age' : '';
  const file = `sterling-${now.toISOString().replaceAll(/[-:.]/g, '')}.backup.gz${ending}`;
  const draft = join(directory, `${file}${DRAFT_ENDING}`);
  try {
    const written = await writeTo(draft, recipients, (gzip) => dump(pool, gzip, now));
    const { size } = await stat(draft);
    await rename(draft, join(directory, file));
    return { file, bytes: size, tables: written.tables, rows: written.rows };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** A process that was killed leaves its draft. Another process may still write to a draft that changed recently. */
async function deleteAbandonedDrafts(directory: string): Promise<void> {
  const drafts = (await readdir(directory)).filter(isDraft).map((file) => join(directory, file));
  for (const draft of drafts) {
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: 0 }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(draft, { force: true });
  }
}

/** Deletes the backups of a folder that the policy does not keep, and returns their names. */
export async function pruneBackups(directory: string, policy: KeepPolicy): Promise<string[]> {
  const files = prunable(await readdir(directory), policy);
  for (const file of files) await rm(join(directory, file), { force: true });
  return files;
}

/** The signer's journal compares its times with the time of a backup. */
async function databaseClock(pool: pg.Pool): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
}

async function writeTo(
  path: string,
  recipients: readonly string[],
  write: (gzip: Gzip) => Promise<BackupEnd>,
): Promise<BackupEnd> {
  const gzip = createGzip();
  const content = recipients.length > 0 ? await seal(gzip, recipients) : gzip;
  const stored = pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  const [end] = await Promise.all([write(gzip).finally(() => gzip.end()), stored]);
  return end;
}

async function dump(pool: pg.Pool, gzip: Gzip, now: Date): Promise<BackupEnd> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    // it pauses while the disk is slow, and nobody waits for its locks
    await client.query(`set local idle_in_transaction_session_timeout = '60s'`);
    const migrations = await client.query<{ name: string; checksum: string }>(
      `select name, checksum from schema_migrations where name <> 'sql/' order by name`,
    );
    gzip.write(lineOf({ format: 'sterling backup 1', at: now.toISOString(), migrations: migrations.rows }));
    const tables = (await client.query<TableHead>(TABLES)).rows;
    let rows = 0;
    for (const table of tables) {
      gzip.write(lineOf(table));
      rows += await copyOut(client, `copy ${quoted(table.table)} (${columnList(table)}) to stdout`, gzip);
      gzip.write(`${END_OF_ROWS}\n`);
    }
    await client.query('commit');
    // sequences are not transactional; because they are read last, they are never behind the rows
    const end = { sequences: await readSequences(client), tables: tables.length, rows };
    gzip.write(lineOf(end));
    return end;
  } finally {
    client.release(true);
  }
}

/** All tables except `schema_migrations`, which the header contains, and all columns except generated ones. */
const TABLES = `
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  group by c.relname order by c.relname`;

async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ sequence: string }>(
    `select relname as sequence from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const states: SequenceState[] = [];
  for (const { sequence } of rows) {
    const state = await client.query<SequenceState>(
      `select $1::text as sequence, last_value::text as "lastValue", is_called as "isCalled" from ${quoted(sequence)}`,
      [sequence],
    );
    states.push(state.rows[0]!);
  }
  return states;
}
