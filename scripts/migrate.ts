import { makeLogin } from '../server/src/platform/db/logins.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { APP_ROLE, SIGNER_ROLE, WORKER_ROLE } from '../server/src/platform/db/pool.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';

/**
 * `npm run migrate`, before a new version starts: migrates the database of `DATABASE_OWNER_URL` as its owner, and creates the
 * logins in `DATABASE_URL` (web), `WORKER_DATABASE_URL` and `SIGNER_DATABASE_URL` with their passwords. The worker may also use the login of
 * web, but the audit log then cannot tell them apart. Those logins own nothing: they cannot change the schema or write the ledger directly.
 */
const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl } = process.env;
const { WORKER_DATABASE_URL: workerUrl, SIGNER_DATABASE_URL: signerUrl } = process.env;
if (!ownerUrl) {
  console.error(
    'Usage: DATABASE_OWNER_URL=… [DATABASE_URL=…] [WORKER_DATABASE_URL=…] [SIGNER_DATABASE_URL=…] npm run migrate',
  );
  process.exit(2);
}
await migrate(ownerUrl);
await installQueues(ownerUrl);
if (appUrl) await makeLogin(ownerUrl, appUrl, APP_ROLE);
if (workerUrl) await makeLogin(ownerUrl, workerUrl, WORKER_ROLE);
if (signerUrl) await makeLogin(ownerUrl, signerUrl, SIGNER_ROLE);
console.log('The database is up to date.');
