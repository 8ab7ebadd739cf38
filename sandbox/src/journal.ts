import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Rows by key, with one optional index. A changed row is saved only by another `put`. */
export interface Collection<Row> {
  get(key: string | number): Row | undefined;
  put(row: Row): Row;
  delete(key: string | number): void;
  where(indexKey: string | number): Row[];
  values(): Row[];
  clear(): void;
}

export interface Journal {
  collection<Row>(shape: Shape<Row>): Collection<Row>;
  /** Saves every change so far, so that a SIGKILL cannot lose it. Called before each answer is sent. */
  flush(): void;
  close(): void;
}

interface Shape<Row> {
  name: string;
  key: (row: Row) => string | number;
  index?: (row: Row) => string | number;
}

type Change = [collection: string, key: string, row: unknown];

/**
 * Opens `directory/state.jsonl`. Each request that changes something adds one line with all its changes, so that a kill
 * cannot leave half a request. Opening rewrites the file to one line per collection.
 */
export function openJournal(directory: string): Journal {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'state.jsonl');
  const loaded = load(path);
  compact(path, loaded);
  const file = openSync(path, 'a', 0o600);
  let pending: Change[] = [];

  const flush = () => {
    if (pending.length === 0) return;
    appendFileSync(file, `${JSON.stringify(pending)}\n`);
    pending = [];
  };
  return {
    collection: (shape) => openCollection(shape, loaded, (change) => pending.push(change)),
    flush,
    close() {
      flush();
      closeSync(file);
    },
  };
}

function openCollection<Row>(
  { name, key, index }: Shape<Row>,
  loaded: Map<string, Map<string, unknown>>,
  record: (change: Change) => void,
): Collection<Row> {
  const rows = (loaded.get(name) ?? new Map()) as Map<string, Row>;
  const byIndex = new Map<string, Map<string, Row>>();
  const indexKeys = new Map<string, string>();

  const unindex = (rowKey: string) => {
    const indexKey = indexKeys.get(rowKey);
    if (indexKey !== undefined) byIndex.get(indexKey)?.delete(rowKey);
    indexKeys.delete(rowKey);
  };
  const reindex = (rowKey: string, row: Row) => {
    if (!index) return;
    const indexKey = String(index(row));
    if (indexKeys.get(rowKey) !== indexKey) unindex(rowKey);
    indexKeys.set(rowKey, indexKey);
    const group = byIndex.get(indexKey) ?? new Map<string, Row>();
    byIndex.set(indexKey, group.set(rowKey, row));
  };
  const remove = (rowKey: string) => {
    unindex(rowKey);
    if (rows.delete(rowKey)) record([name, rowKey, null]);
  };

  for (const [rowKey, row] of rows) reindex(rowKey, row);
  return {
    get: (rowKey) => rows.get(String(rowKey)),
    put(row) {
      const rowKey = String(key(row));
      rows.set(rowKey, row);
      reindex(rowKey, row);
      record([name, rowKey, row]);
      return row;
    },
    delete: (rowKey) => remove(String(rowKey)),
    where: (indexKey) => [...(byIndex.get(String(indexKey))?.values() ?? [])],
    values: () => [...rows.values()],
    clear: () => [...rows.keys()].forEach(remove),
  };
}

function load(path: string): Map<string, Map<string, unknown>> {
  const collections = new Map<string, Map<string, unknown>>();
  if (!existsSync(path)) return collections;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    for (const [name, key, row] of parseLine(line)) {
      const rows = collections.get(name) ?? new Map<string, unknown>();
      collections.set(name, rows);
      if (row === null) rows.delete(key);
      else rows.set(key, row);
    }
  }
  return collections;
}

// A kill during a write leaves an incomplete last line. Its request was never answered, so it is dropped.
function parseLine(line: string): Change[] {
  if (!line) return [];
  try {
    return JSON.parse(line) as Change[];
  } catch {
    return [];
  }
}

function compact(path: string, collections: Map<string, Map<string, unknown>>): void {
  const fresh = openSync(`${path}.new`, 'w', 0o600);
  for (const [name, rows] of collections) {
    const changes = [...rows].map(([key, row]): Change => [name, key, row]);
    if (changes.length > 0) writeSync(fresh, `${JSON.stringify(changes)}\n`);
  }
  fsyncSync(fresh);
  closeSync(fresh);
  renameSync(`${path}.new`, path);
}
