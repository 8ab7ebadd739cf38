import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../make-folder.ts';

const BUSY = 5;
const TRY_EVERY_MS = 50;

/**
 * Runs `work` while no other process does so for the same folder. The lock is SQLite's, so it ends when the process dies.
 * `stopping` ends the wait for the lock.
 */
export async function withFolderLock<Result>(
  folder: string,
  work: () => Result | Promise<Result>,
  stopping?: AbortSignal,
): Promise<Result> {
  makeFolder(folder);
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
  try {
    while (!tryToTake(lock)) await sleep(TRY_EVERY_MS, undefined, { signal: stopping });
    return await work();
  } finally {
    lock.close();
  }
}

function tryToTake(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY) return false;
    throw error;
  }
}
