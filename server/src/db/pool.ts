import { CamelCasePlugin, type Kysely as Database, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './types.generated.ts';

export type Db = Database<DB>;
export type Tx = Transaction<DB>;

/** The role that the running application takes: it may call the ledger's functions, and change nothing of the ledger by itself. */
export const APP_ROLE = 'sterling_app';

const INT8 = 20;
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

export interface Pool {
  readonly db: Db;
  readonly pg: pg.Pool;
  close(): Promise<void>;
}

/** A pool of connections; `role` is taken at connection start (`sterling_app` unless it migrates). */
export function openPool(url: string, { role = APP_ROLE, max = 10 }: { role?: string | null; max?: number } = {}): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: `${role ? `-c role=${role} ` : ''}-c timezone=UTC -c lock_timeout=15s -c idle_in_transaction_session_timeout=60s`,
  });
  // An idle connection that breaks (database restart) is dropped by the pool; without a listener the error would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  return { db, pg: pool, close: () => db.destroy() };
}

const RETRIED = new Set(['40001', '40P01']);
const MOST_TRIES = 5;

/** Runs `work` in a READ COMMITTED transaction; deadlocks and serialisation failures are tried again up to five times (money.md, Locking). */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!RETRIED.has(code) || attempt === MOST_TRIES) throw error;
    }
  }
}

/** Tells every process that listens on `channel`, when the transaction commits. */
export async function notify(tx: Tx | Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}
