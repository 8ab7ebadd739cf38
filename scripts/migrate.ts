import { databaseUrlFrom, withoutEmpty } from '../server/src/config-fields.ts';
import { makeLogin, refuseForeignLogins, refuseLogins } from '../server/src/platform/db/logins.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { APP_ROLE, SIGNER_ROLE, WORKER_ROLE } from '../server/src/platform/db/pool.ts';
import { installQueues } from '../server/src/platform/jobs/queue.ts';
import { naming } from '../server/src/start-error.ts';
import { runCommand } from './database.ts';

/**
 * `npm run migrate`, before a new version starts: migrates the database of `DATABASE_OWNER_URL` as its owner, and creates the
 * logins in `DATABASE_URL` (web), `WORKER_DATABASE_URL` and `SIGNER_DATABASE_URL` with their passwords. The worker may also use the login of
 * web, but the audit log then cannot tell them apart. Those logins own nothing: they cannot change the schema or write the ledger directly.
 */
await runCommand(async () => {
  const env = withoutEmpty(process.env);
  const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl } = env;
  const { WORKER_DATABASE_URL: workerUrl, SIGNER_DATABASE_URL: signerUrl } = env;
  if (!ownerUrl) {
    console.error(
      'Usage: DATABASE_OWNER_URL=… [DATABASE_URL=…] [WORKER_DATABASE_URL=…] [SIGNER_DATABASE_URL=…] npm run migrate',
    );
    return 2;
  }
  // a mistake in any of them is found before anything changes
  const logins = { DATABASE_URL: appUrl, WORKER_DATABASE_URL: workerUrl, SIGNER_DATABASE_URL: signerUrl };
  for (const [name, url] of Object.entries({ DATABASE_OWNER_URL: ownerUrl, ...logins }))
    databaseUrlFrom(url ?? '', name);
  refuseLogins(ownerUrl, logins);
  await naming('DATABASE_OWNER_URL', () => refuseForeignLogins(ownerUrl, logins));
  await naming('DATABASE_OWNER_URL', () => migrate(ownerUrl));
  await naming('DATABASE_OWNER_URL', () => installQueues(ownerUrl));
  if (appUrl) await naming('DATABASE_URL', () => makeLogin(ownerUrl, appUrl, APP_ROLE));
  if (workerUrl) await naming('WORKER_DATABASE_URL', () => makeLogin(ownerUrl, workerUrl, WORKER_ROLE));
  if (signerUrl) await naming('SIGNER_DATABASE_URL', () => makeLogin(ownerUrl, signerUrl, SIGNER_ROLE));
  console.log('The database is up to date.');
  return 0;
});
