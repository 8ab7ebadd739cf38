import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** Folders with changes since the last commit. Tests are next to the code, so these folders have the affected tests. */
export function changedFolders(root: string): string[] {
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  const printed = execFileSync('git', status, { cwd: root, encoding: 'utf8' });
  // each path follows two status letters and a space
  const folders = printed
    .split('\0')
    .filter(Boolean)
    .map((line) => dirname(line.slice(3)));
  return [...new Set(folders.filter((folder) => folder !== '.').map((folder) => `${folder}/`))];
}
