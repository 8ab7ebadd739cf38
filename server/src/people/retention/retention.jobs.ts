import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { deleteOldAnswers } from '../../platform/idempotency/answers.ts';
import { deleteOldWrites } from '../../platform/limits/limits.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { deleteOldPictures } from '../../trade/transactions/pictures.ts';
import { deleteRevokedCredentials } from '../api-credentials/api-credentials.ts';
import { deleteOldEntries } from '../inbox/inbox.ts';
import { deleteOldDevices } from '../sign-in/devices.ts';
import { deleteOldDeliveries } from '../webhooks/webhooks.ts';

const EVERY_MS = 10 * 60_000;

/** Deletes the data that is kept for a limited time, until `signal` is aborted. Several processes may run it. */
export async function followRetention(
  { db, log }: Pick<Services, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed = 'could not delete expired data';
  await repeat(() => deleteExpiredData(db), { everyMs: EVERY_MS, failed, log, signal });
}

/** Deletes data whose time is over. docs/guide/operations.md has the times; `delete_expired_rows()` is in `sql/retention/`. */
export async function deleteExpiredData(db: Db): Promise<void> {
  await Promise.all([
    sql`select delete_expired_rows()`.execute(db),
    deleteOldWrites(db),
    deleteOldAnswers(db),
    deleteOldEntries(db),
    deleteOldPictures(db),
    deleteOldDevices(db),
    deleteRevokedCredentials(db),
    deleteOldDeliveries(db),
  ]);
}
