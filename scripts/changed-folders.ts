import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** The dump of the schema lies above all tests of the server. Its own test is in this folder. */
const TESTED_IN: Readonly<Record<string, string>> = { 'server/schema.sql': 'server/src/platform/db' };

/** Folders with changes since the last commit. Tests are next to the code, so these folders have the affected tests. */
export function changedFolders(root: string): string[] {
  const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'];
  const printed = execFileSync('git', status, { cwd: root, encoding: 'utf8' });
  // each path follows two status letters and a space
  const folders = printed
    .split('\0')
    .filter(Boolean)
    .map((line) => line.slice(3))
    .map((file) => TESTED_IN[file] ?? dirname(file));
  return [...new Set(folders.filter((folder) => folder !== '.').map((folder) => `${folder}/`))];
}
