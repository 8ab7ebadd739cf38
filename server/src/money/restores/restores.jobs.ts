import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { recogniseRestore } from './restores.ts';

const LOOK_EVERY_MS = 1_000;

/** Notices that the database under a running worker was restored, until `signal` is aborted. */
export async function followRestores(
  { db, walletKeys, log }: Pick<Services, 'db' | 'walletKeys' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let trouble: string | null = null;
  while (!signal.aborted) {
    try {
      if (await recogniseRestore(db, walletKeys))
        log.fatal('the database was restored: everything is stopped until the owner has decided');
      trouble = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== trouble) log.error({ err: error }, 'cannot see whether the database was restored');
      trouble = message;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
