import { MAX_LISTED } from '@sterling/contract/fields.ts';
import { type Expression, sql } from 'kysely';
import { openRecent } from '../recent.ts';
import type { Db, Tx } from './pool.ts';

/**
 * The number of rows of a list, at most MAX_LISTED, so that counting a long list costs no more than counting that many.
 * MAX_LISTED means "at least this many". It is used again for a minute, because lists seldom become shorter than that.
 */
export function countRows(db: Db | Tx, rows: Expression<unknown>): Promise<number> {
  const count = sql<{ total: number }>`select count(*) as total from (${rows} limit ${MAX_LISTED}) counted`;
  const query = count.compile(db);
  return readFigure(db, `count ${query.sql} ${JSON.stringify(query.parameters)}`, async () => {
    const { total } = (await db.executeQuery(query)).rows[0]!;
    return { value: total, rows: total, keptMs: total === MAX_LISTED ? MAX_AGE_MS : 0 };
  });
}

/** A figure, and how many rows were read for it. */
export interface Figure<Value> {
  readonly value: Value;
  readonly rows: number;
  /** How long it is used again, if not as long as its rows say. */
  readonly keptMs?: number;
}

/** A figure of more rows is used again for some time. Smaller figures are always read. */
const LARGE_ROWS = 10_000;
/** A figure of a million rows is used again for a minute. */
const MS_PER_ROW = 0.06;
const MAX_AGE_MS = 60_000;
const MAX_KEPT = 1_000;

const recent = openRecent<Db | Tx, { readonly value: unknown }>(MAX_KEPT);

/** Reads a sum or a count over all rows of a user or of the market. `key` names the figure and its user. */
export async function readFigure<Value>(
  db: Db | Tx,
  key: string,
  read: () => Promise<Figure<Value>>,
): Promise<Value> {
  const known = recent.get(db, key);
  if (known) return known.value as Value;
  const { value, rows, keptMs = rows < LARGE_ROWS ? 0 : rows * MS_PER_ROW } = await read();
  if (keptMs > 0) recent.keep(db, key, { value }, Math.min(MAX_AGE_MS, keptMs));
  return value;
}
