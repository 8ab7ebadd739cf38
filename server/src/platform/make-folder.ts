import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` would never
 * return where nothing can be created, such as under /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path || existsSync(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}
