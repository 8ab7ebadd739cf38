import {
  CamelCasePlugin,
  type Kysely as Database,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { traced } from '../tracing.ts';
import { type Announcer, type DbEvent, openAnnouncer } from './announcer.ts';
import { LoginClient } from './login-client.ts';
import { openSessionLocks, type SessionLocks } from './session-locks.ts';
import type { DB } from './types.generated.ts';

export type Db = Database<DB>;
export type Tx = Transaction<DB>;

/** The application's role. It may call the ledger's functions, and it cannot write the ledger's tables. */
export const APP_ROLE = 'sterling_app';

/** The worker's role: the application's rights under another name, for the audit log. */
export const WORKER_ROLE = 'sterling_worker';

/** The signer's role: the application's rights, and the right to record signed transactions. */
export const SIGNER_ROLE = 'sterling_signer';

const INT8 = 20;
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

export interface Pool {
  readonly db: Db;
  readonly pg: pg.Pool;
  readonly announcer: Announcer;
  close(): Promise<void>;
}

/** Keyed by the pool's plugin, because a pool shares it with its transactions and single connections. */
const announcers = new WeakMap<KyselyPlugin, Announcer>();
const sessionLocks = new WeakMap<KyselyPlugin, SessionLocks>();
/** Events that wait for their transaction's commit. */
const uncommitted = new WeakMap<Tx, DbEvent[]>();

function announcerOf(db: Db | Tx): Announcer | undefined {
  const plugin = db.getExecutor().plugins.find((each) => announcers.has(each));
  return plugin && announcers.get(plugin);
}

/** The locks of the pool behind `db`. Throws for a database that `openPool` did not open. */
export function sessionLocksOf(db: Db): SessionLocks {
  const plugin = db.getExecutor().plugins.find((each) => sessionLocks.has(each));
  if (!plugin) throw new Error('this database has no pool');
  return sessionLocks.get(plugin)!;
}

/** The role that creates the demo world's history. */
const DEMO_ROLE = 'sterling_demo';

interface PoolOptions {
  readonly max?: number;
  /** null: the connecting user's own rights. */
  readonly role?: string | null;
  /** Demo world only: the time that this pool's transactions record. */
  readonly moment?: Date;
  /** The longest that a statement may run. Without it there is no limit. */
  readonly statementMs?: number;
  /** The longest wait for a connection while all are in use. Without it there is no limit. */
  readonly waitMs?: number;
}

/** Limits of connections that answer requests. One slow read must not take the connections of all others. */
export const REQUEST_LIMITS = { statementMs: 15_000, waitMs: 5_000 } as const;

/**
 * Finds out within half a minute that the machine of the database is gone. Without it, a query that was sent just before would wait
 * for its answer forever.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * A process that freezes inside a transaction, as on a suspended machine, keeps its locks for `idle`. All orders may wait for one
 * of them. A transaction that waits for a lock gives up after `lock`, so `idle` must be shorter.
 */
export const LOCK_LIMITS = { lock: '15s', idle: '10s' } as const;

/** How long an idle connection stays open. Opening one costs as much as a hundred small queries. */
const IDLE_MS = 60_000;

/** The driver gives these no code. The first: all connections are in use. The second: opening one took too long. */
const NO_CONNECTION = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];
const CANCELLED = '57014';
const NO_LOCK = '55P03';

/** Errors after which a transaction may succeed when it runs again: a serialisation failure and a deadlock. */
const RETRIED = ['40001', '40P01'];

/**
 * Whether a request failed on the limits of its connections: a statement ran or waited for a lock too long, a transaction met
 * deadlocks again and again, or no connection came free. Nothing has happened then.
 */
export function exceedsLimits(error: unknown): boolean {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return [CANCELLED, NO_LOCK, ...RETRIED].includes(code) || NO_CONNECTION.includes(message);
}

/** Opens a connection pool, in the application's role unless `role` names another. */
export function openPool(
  url: string,
  { max = 10, moment: at, role = at ? DEMO_ROLE : APP_ROLE, statementMs = 0, waitMs = 0 }: PoolOptions = {},
): Pool {
  const settings = {
    ...(role ? { role } : {}),
    ...(at ? { 'sterling.moment': at.toISOString() } : {}),
    timezone: 'UTC',
    lock_timeout: LOCK_LIMITS.lock,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: LOCK_LIMITS.idle,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: IDLE_MS,
    ...KEEP_ALIVE,
    options: startupOptions(settings),
  });
  dropBrokenConnections(pool);
  const plugin = new CamelCasePlugin();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool, controlClient: LoginClient }),
    plugins: [plugin],
  });
  const announcer = openAnnouncer(pool);
  announcers.set(plugin, announcer);
  sessionLocks.set(plugin, openSessionLocks(pool));
  const close = async () => {
    await announcer.flush();
    await db.destroy();
  };
  return { db, pg: pool, announcer, close };
}

/** Settings of a new connection, in the form that PostgreSQL takes when it begins. */
export const startupOptions = (settings: Readonly<Record<string, string | number>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Makes a pool drop broken connections (database restart), idle or in use. Without a listener the error would end the process.
 * A query on a broken connection fails, so callers still notice.
 */
export function dropBrokenConnections(pool: pg.Pool): void {
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
}

/** The current time for timestamp columns. In the demo world it is the simulated time. */
export const moment = sql<Date>`moment()`;

/** The given number of seconds after the database's current time. */
export const inSeconds = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;

/** A new id, for a row whose secret is sealed for this id. */
export async function newId(tx: Tx): Promise<string> {
  const [id] = await newIds(tx, 1);
  return id!;
}

/** As `newId`, for many rows. */
export async function newIds(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select new_id() as id from generate_series(1, ${count}::int)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The database's clock. Every time that decides about money or a limit comes from it, because processes may disagree. */
export async function readClock(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]!.at;
}

const MAX_TRIES = 5;

/** Runs `work` in a READ COMMITTED transaction, at most five times while it meets deadlocks or serialisation failures. */
export const inTransaction = <Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  traced('transaction', { 'db.system.name': 'postgresql' }, () => retrying(db, work));

async function retrying<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await announcing(db, work);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!RETRIED.includes(code) || attempt === MAX_TRIES) throw error;
    }
  }
}

async function announcing<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const announcer = announcerOf(db);
  const events: DbEvent[] = [];
  const result = await db.transaction().execute((tx) => {
    if (announcer) uncommitted.set(tx, events);
    return work(tx);
  });
  announcer?.announce(events);
  return result;
}

/** Runs `work` in a part of the transaction. If it throws, only what it wrote and its events are rolled back. */
export async function inSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  const events = uncommitted.get(tx) ?? [];
  const { length } = events;
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    events.splice(length);
    await sql`rollback to savepoint part`.execute(tx);
    throw error;
  }
}

/**
 * Notifies all processes of a change after the transaction has committed, or immediately outside a transaction.
 * Notifications may be lost. Listeners must also poll.
 */
export async function notify(db: Tx | Db, channel: string, payload: string): Promise<void> {
  const events = uncommitted.get(db as Tx);
  const announcer = db.isTransaction ? undefined : announcerOf(db);
  if (events) events.push({ channel, payload });
  else if (announcer) announcer.announce([{ channel, payload }]);
  else await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
