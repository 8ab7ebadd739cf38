import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tx } from './pool.ts';
import type { DB } from './types.generated.ts';

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

/** Throws when no connection can be made, so that a command can name the variable at fault before it begins. */
export async function tryConnection(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.end();
}
