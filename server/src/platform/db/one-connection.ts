import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { KEEP_ALIVE, type Tx } from './pool.ts';
import type { DB } from './types.generated.ts';

const CONNECT_MS = 10_000;

/**
 * Runs `work` on a connection of its own, with the rights of the connecting user, and closes the connection. Throws if the server does
 * not answer within 10 seconds. Without a limit, a start would wait silently and forever for a server that a firewall hides.
 */
export async function onConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, ...KEEP_ALIVE });
  // a lost connection fails the present query; without a listener it would end the process
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    if (error.message !== 'timeout expired') throw error;
    throw new StartError(`no answer within ${CONNECT_MS / 1_000} seconds`, { cause: error });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` in one transaction on one connection, which `work` also uses directly, for statements such as COPY. The
 * connecting user's own rights apply.
 */
export async function inTransactionOn<Result>(
  client: pg.Client,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const connection = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => connection, end: async () => undefined };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: pool as never }),
    plugins: [new CamelCasePlugin()],
  });
  return db.transaction().execute(work);
}

/** Throws when no connection can be made, so that the variable at fault can be named before the work begins. */
export const tryConnection = (url: string): Promise<void> => onConnection(url, async () => undefined);
