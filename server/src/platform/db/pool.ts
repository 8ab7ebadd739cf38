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
import { type Announced, type Announcer, openAnnouncer } from './announcer.ts';
import type { DB } from './types.generated.ts';

export type Db = Database<DB>;
export type Tx = Transaction<DB>;

/** The role that the running application takes: it may call the ledger's functions, and change nothing of the ledger by itself. */
export const APP_ROLE = 'sterling_app';

/** The application's role and the right to record what was signed: the signer's. */
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

/** By the plugin of the pool, which all that is made from it shares: its transactions, and one connection of it. */
const announcers = new WeakMap<KyselyPlugin, Announcer>();
/** What waits for a transaction's commit. */
const uncommitted = new WeakMap<Tx, Announced[]>();

function announcerOf(db: Db | Tx): Announcer | undefined {
  const plugin = db.getExecutor().plugins.find((each) => announcers.has(each));
  return plugin && announcers.get(plugin);
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
  outliveBreaks(pool);
  const plugin = new CamelCasePlugin();
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [plugin] });
  const announcer = openAnnouncer(pool);
  announcers.set(plugin, announcer);
  const close = async () => {
    await announcer.flush();
    await db.destroy();
  };
  return { db, pg: pool, announcer, close };
}

/**
 * Makes a pool drop connections that break (database restart), idle or in use: without a listener the error would end the
 * process. Anyone who uses one hears of it by their query, or by the next.
 */
export function outliveBreaks(pool: pg.Pool): void {
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
}

/** The time of what happens, for columns that say so: now, or in the demo world the past that is being made. */
export const moment = sql<Date>`moment()`;

const RETRIED = new Set(['40001', '40P01']);
const MAX_TRIES = 5;

/** Runs `work` in a READ COMMITTED transaction; deadlocks and serialisation failures are tried again up to five times. */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await announcing(db, work);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (!RETRIED.has(code) || attempt === MAX_TRIES) throw error;
    }
  }
}

async function announcing<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const announcer = announcerOf(db);
  const news: Announced[] = [];
  const result = await db.transaction().execute((tx) => {
    if (announcer) uncommitted.set(tx, news);
    return work(tx);
  });
  announcer?.announce(news);
  return result;
}

/**
 * Tells this process and every other that something changed, once the transaction has committed; without one, immediately.
 * A word that must not be missed does not exist: anyone who listens also looks by themselves.
 */
export async function notify(db: Tx | Db, channel: string, payload: string): Promise<void> {
  const news = uncommitted.get(db as Tx);
  const announcer = db.isTransaction ? undefined : announcerOf(db);
  if (news) news.push({ channel, payload });
  else if (announcer) announcer.announce([{ channel, payload }]);
  else await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
