import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, '../../..');
const MIGRATIONS = join(SERVER, 'migrations');
const OBJECTS = join(SERVER, 'sql');

/** The committed schema dump for readers (`npm run schema` writes it). */
export const SCHEMA_DUMP = join(SERVER, 'schema.sql');

export interface SqlFile {
  /** Path below `migrations/` or `sql/`. */
  readonly name: string;
  readonly text: string;
}

/** The numbered migrations, oldest first: tables, types, indexes and data. */
export function migrationFiles(): (SqlFile & { readonly checksum: string })[] {
  return filesOf(MIGRATIONS, (name) => /^\d{4}_.*\.sql$/.test(name)).map((file) => ({
    ...file,
    checksum: checksumOf([file]),
  }));
}

/** Functions, views, triggers, defaults and grants. Each file comes after the files that it depends on. */
export function objectFiles(): SqlFile[] {
  return inDependencyOrder(filesOf(OBJECTS, (name) => name.endsWith('.sql')));
}

/** A SHA-256 in hex over names and texts of files, in their order. */
export function checksumOf(files: readonly SqlFile[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
}

function filesOf(folder: string, isWanted: (name: string) => boolean): SqlFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isWanted).sort();
  return names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/**
 * Sorts files so that each follows the files whose functions and views it mentions. Grants come last.
 * Throws on a cycle and names its files.
 */
export function inDependencyOrder(files: readonly SqlFile[]): SqlFile[] {
  const homes = new Map(
    files.flatMap((file) => createdIn(file).map((created): [string, SqlFile] => [created, file])),
  );
  const sorted: SqlFile[] = [];
  const path: SqlFile[] = [];
  const visit = (file: SqlFile): void => {
    if (sorted.includes(file)) return;
    if (path.includes(file)) {
      const cycle = [...path.slice(path.indexOf(file)), file].map(({ name }) => name);
      throw new Error(
        `SQL files depend on each other: ${cycle.join(' → ')}. Merge them, or move a function.`,
      );
    }
    path.push(file);
    for (const home of homesMentioned(file, homes)) visit(home);
    path.pop();
    sorted.push(file);
  };
  const [grants, others] = [files.filter(isGrants), files.filter((file) => !isGrants(file))];
  for (const file of [...others, ...grants]) visit(file);
  return sorted;
}

const isGrants = ({ name }: SqlFile): boolean => name === 'grants.sql';

const createdIn = ({ text }: SqlFile): string[] =>
  [...text.matchAll(/^create (?:function|procedure|view) (\w+)/gm)].map(([, name]) => name!);

function homesMentioned(file: SqlFile, homes: ReadonlyMap<string, SqlFile>): Set<SqlFile> {
  const words = new Set(withoutComments(file.text).match(/\w+/g));
  return new Set(
    [...homes].filter(([name, home]) => home !== file && words.has(name)).map(([, home]) => home),
  );
}

/** Removes `-- …` and `comment on … is '…'`, because their words are prose. */
function withoutComments(text: string): string {
  return text.replaceAll(/--.*$/gm, '').replaceAll(/^comment on [^;]*;/gm, '');
}
