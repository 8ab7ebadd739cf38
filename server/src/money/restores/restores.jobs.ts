import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import { noticeRestore, recogniseRestore } from './restores.ts';

const POLL_EVERY_MS = 1_000;

/** Notices that the database under a running process was restored, until `signal` is aborted. */
export async function followRestores(
  { config, db, walletKeys, log }: Pick<Services, 'config' | 'db' | 'walletKeys' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  await repeat(
    async () => {
      if (config.role === 'web') await noticeRestore(db, log);
      else await recogniseRestore(db, walletKeys, log);
    },
    { everyMs: POLL_EVERY_MS, failed: 'cannot see whether the database was restored', log, signal },
  );
}
