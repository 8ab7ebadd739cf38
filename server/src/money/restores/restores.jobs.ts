import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { recogniseRestore } from './restores.ts';

const POLL_EVERY_MS = 1_000;

/** Notices that the database under a running worker was restored, until `signal` is aborted. */
export async function followRestores(
  { db, walletKeys, log }: Pick<Services, 'db' | 'walletKeys' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  await repeat(
    async () => {
      await recogniseRestore(db, walletKeys, log);
    },
    { everyMs: POLL_EVERY_MS, failed: 'cannot see whether the database was restored', log, signal },
  );
}
