import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** The folders of what was changed since the last commit, each with the tests beside its code. */
export function changedRooms(root: string): string[] {
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  const printed = execFileSync('git', status, { cwd: root, encoding: 'utf8' });
  // two letters and a space before each path
  const folders = printed
    .split('\0')
    .filter(Boolean)
    .map((line) => dirname(line.slice(3)));
  return [...new Set(folders.filter((folder) => folder !== '.').map((folder) => `${folder}/`))];
}
