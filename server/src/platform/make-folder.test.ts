import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

test('a folder is made with its parents, once, and not inside a file', () => {
  const root = mkdtempSync(join(tmpdir(), 'sterling-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'a/b/c');
  for (const _time of [1, 2]) makeFolder(folder, 0o700);
  for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file/a'))).toThrow('ENOTDIR');
});

test('access 17: where no folder can be made, the start does not wait forever', () => {
  const code = `import { makeFolder } from ${JSON.stringify(join(import.meta.dirname, 'make-folder.ts'))};
    try { makeFolder('/proc/sterling/a/b'); } catch (error) { console.log(error.syscall); }`;
  const args = ['--input-type=module', '-e', code];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 })).toBe('mkdir\n');
});
