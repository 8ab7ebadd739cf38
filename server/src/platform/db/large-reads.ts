import { MOST_LISTED } from '@sterling/contract/fields.ts';
import { type Expression, sql } from 'kysely';
import type { Db, Tx } from './pool.ts';

/** The number of rows of a list, at most MOST_LISTED, so that counting a long list costs no more than counting that many. */
export async function countRows(db: Db | Tx, rows: Expression<unknown>): Promise<number> {
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (${rows} limit ${MOST_LISTED}) counted`.execute(db);
  return counts[0]!.total;
}

/** A figure, and how many rows were read for it. */
export interface Figure<Value> {
  readonly value: Value;
  readonly rows: number;
}

/** A figure of more rows is used again for some time. Smaller figures are always read. */
const LARGE_ROWS = 10_000;
/** A figure of a million rows is used again for a minute. */
const MS_PER_ROW = 0.06;
const MAX_AGE_MS = 60_000;
const MAX_KEPT = 1_000;

interface Kept {
  readonly value: unknown;
  readonly until: number;
}

const keptOf = new WeakMap<Db | Tx, Map<string, Kept>>();

/** Reads a sum or a count over all rows of a user or of the market. `key` names the figure and its user. */
export async function readFigure<Value>(
  db: Db | Tx,
  key: string,
  read: () => Promise<Figure<Value>>,
): Promise<Value> {
  const kept = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, kept);
  const known = kept.get(key);
  if (known && known.until > performance.now()) return known.value as Value;
  kept.delete(key);
  const { value, rows } = await read();
  if (rows >= LARGE_ROWS) {
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
    kept.set(key, { value, until: performance.now() + Math.min(MAX_AGE_MS, rows * MS_PER_ROW) });
  }
  return value;
}
