import { makeLogin } from '../server/src/platform/db/logins.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { APP_ROLE, SIGNER_ROLE } from '../server/src/platform/db/pool.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';

/**
 * `npm run migrate`, before a new version starts: migrates the database of `DATABASE_OWNER_URL` as its owner, and creates the
 * logins in `DATABASE_URL` (web and worker) and `SIGNER_DATABASE_URL` with their passwords. Those logins own nothing: they
 * cannot change the schema or write the ledger directly.
 */
const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl, SIGNER_DATABASE_URL: signerUrl } = process.env;
if (!ownerUrl) {
  console.error('Usage: DATABASE_OWNER_URL=… [DATABASE_URL=…] [SIGNER_DATABASE_URL=…] npm run migrate');
  process.exit(2);
}
await migrate(ownerUrl);
await installQueues(ownerUrl);
if (appUrl) await makeLogin(ownerUrl, appUrl, APP_ROLE);
if (signerUrl) await makeLogin(ownerUrl, signerUrl, SIGNER_ROLE);
console.log('The database is up to date.');
