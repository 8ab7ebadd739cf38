import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TRIES = 10;
const TRY_EVERY_MS = 100;

/**
 * Whether another client stays connected to the database server. Connections that were just closed get a second to
 * disappear. Connections with the application name `ownName` do not count. False when the server does not answer.
 */
export async function hasOtherClients(url: string, ownName: string | null = null): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (let tries = 1; ; tries += 1) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and application_name is distinct from $1`,
        [ownName],
      );
      if (rowCount === 0) return false;
      if (tries === TRIES) return true;
      await sleep(TRY_EVERY_MS);
    }
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
