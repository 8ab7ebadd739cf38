import {
  CamelCasePlugin,
  type Kysely as Database,
  Kysely,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely';
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

/** The role that makes the demo world's past. */
const DEMO_ROLE = 'sterling_demo';

interface PoolOptions {
  readonly max?: number;
  /** null: the connecting user itself. */
  readonly role?: string | null;
  /** For the demo world: everything through this pool happens at that time. */
  readonly moment?: Date;
}

/** A pool of connections, in the application's role unless another is named. */
export function openPool(
  url: string,
  { max = 10, moment: at, role = at ? DEMO_ROLE : APP_ROLE }: PoolOptions = {},
): Pool {
  const settings = {
    ...(role ? { role } : {}),
    ...(at ? { 'sterling.moment': at.toISOString() } : {}),
    timezone: 'UTC',
    lock_timeout: '15s',
    idle_in_transaction_session_timeout: '60s',
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // An idle connection that breaks (database restart) is dropped by the pool; without a listener the error would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  return { db, pg: pool, close: () => db.destroy() };
}

/** The time of what happens, for columns that say so: now, or in the demo world the past that is being made (0001_people.sql). */
export const moment = sql<Date>`moment()`;

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
