import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../start-error.ts';
import { makeFolder } from '../make-folder.ts';

/**
 * Writes a file that only this user can read. Throws if it exists, because it may hold the only key to the database. A failure,
 * such as a full disk, leaves no file.
 */
export function writePrivateFile(file: string, content: string): void {
  makeFolder(dirname(file), 0o700);
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeAndClose(handle, content);
  } catch (error) {
    rmSync(file);
    throw error;
  }
  syncFolder(dirname(file));
}

/**
 * Replaces a file's text atomically and keeps its owner and mode. Throws while another process replaces it, and after
 * a replacement that was killed.
 */
export function replacePrivateFile(file: string, change: (text: string) => string): void {
  // the draft also serves as the lock: it is created before the old text is read, and renaming it releases the lock
  const draft = `${file}.next`;
  const handle = openDraft(draft);
  try {
    const { uid, gid, mode } = statSync(file);
    const content = change(readFileSync(file, 'utf8'));
    fchownSync(handle, uid, gid);
    fchmodSync(handle, mode & 0o777);
    writeAndClose(handle, content);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

function openDraft(draft: string): number {
  try {
    return openSync(draft, 'wx', 0o600);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw new StartError(
      `${draft} exists: another process is replacing the file, or a kill left it behind. If no process is, delete it.`,
    );
  }
}

function writeAndClose(handle: number, content: string): void {
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a new file name survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
