import { resolve } from 'node:path';
import { databaseFrom } from '../server/src/config-fields.ts';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { type EmbeddedPostgres, startEmbedded } from '../server/src/platform/db/embedded.ts';
import { refuseOtherSchema } from '../server/src/platform/db/migrate.ts';
import { tryConnection } from '../server/src/platform/db/one-connection.ts';
import { hasOtherClients } from '../server/src/platform/db/other-clients.ts';
import { openPool } from '../server/src/platform/db/pool.ts';
import { isRepairable, naming, reasonOf } from '../server/src/start-error.ts';

/** A path as the operator means it: npm runs commands in the checkout. */
export const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? '', path);

/**
 * Runs a command, and says why it fails: what an operator can repair without a stack. Exits with the answer of `work`,
 * or with 1.
 */
export async function runCommand(work: () => Promise<number>): Promise<never> {
  try {
    process.exit(await work());
  } catch (error) {
    console.error(isRepairable(error) ? reasonOf(error) : error);
    process.exit(1);
  }
}

/**
 * Runs `work` on the database of DATABASE_URL, or of the data directory. A database that this command started is stopped
 * again, even after an error or Ctrl+C, unless the product uses it now.
 */
export async function withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { databaseUrl, directory } = databaseFrom(process.env);
  if (databaseUrl !== null) {
    await naming('DATABASE_URL', () => tryConnection(databaseUrl));
    return work(databaseUrl);
  }
  const postgres = await startEmbedded(directory);
  // Ctrl+C comes while the command's own connections are open
  const ownName = `sterling-command-${process.pid}`;
  process.env.PGAPPNAME = ownName;
  const stopUnlessUsed = async () => {
    if (!postgres.joined && !(await hasOtherClients(postgres.url, ownName))) await postgres.stop();
  };
  let stopped: Promise<void> | undefined;
  // after Ctrl+C the work fails, and would stop it a second time
  const stop = () => (stopped ??= stopUnlessUsed());
  stopOnSignal(postgres, stop);
  try {
    return await work(postgres.url);
  } finally {
    await stop();
  }
}

/** Proves the ledger and prints the result. True when the books balance. */
export async function proveAndShow(url: string): Promise<boolean> {
  const pool = openPool(url, { max: 1 });
  try {
    const differences = await proveBooks(pool.db).catch(async (error: Error) => {
      // without this, an empty database would say that a function is missing
      await naming('DATABASE_URL', () => refuseOtherSchema(pool.db));
      throw error;
    });
    for (const difference of differences) console.log(Object.values(difference).join('  '));
    const { length } = differences;
    console.log(length === 0 ? 'The books balance.' : `${length} difference${length === 1 ? '' : 's'}.`);
    return length === 0;
  } finally {
    await pool.close();
  }
}

function stopOnSignal({ joined }: EmbeddedPostgres, stop: () => Promise<void>): void {
  if (joined) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
}
