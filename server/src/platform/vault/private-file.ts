import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file that only this user can read; one that exists is left alone, for it may be all that opens the database. */
export function writePrivateFile(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, 'wx', 0o600);
  writeAndClose(handle, content);
  syncFolder(dirname(file));
}

/**
 * Replaces a file by what `change` makes of its text: readers find the old one or the new one, whole, and its owner
 * and mode stay. Throws when another process is at it, or was killed while it was.
 */
export function replacePrivateFile(file: string, change: (text: string) => string): void {
  // the draft is the lock as well: it is there before the old text is read, and gone with the replacement
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
    throw new Error(`${draft} is there: another process replaces the file. If none does, remove it.`);
  }
}

function writeAndClose(handle: number, content: string): void {
  writeFileSync(handle, content);
  fsyncSync(handle);
  closeSync(handle);
}

/** A new name is safe from a power cut when its folder is written. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
