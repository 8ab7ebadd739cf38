// Runs a script on the Node that package.json pins, whatever the machine has. What the lock file names is installed first
// when it is not here yet. Plain JavaScript for the machine's own Node (20 or newer), which may not read TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const installed = join(root, 'node_modules/.package-lock.json');
const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

if (modified(installed) < modified(join(root, 'package-lock.json'))) {
  console.log('Installing packages (once)…');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // not `ci`: it refuses a lock file whose registry had no packages for platforms that nobody here uses
  const args = [...npm.slice(1), 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm[0], args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const child = spawn(join(root, 'node_modules/node/bin/node'), process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
});
// npm passes a SIGTERM on to its shell only, which dies and leaves us: then anyone who started us wanted all of it to end
const starter = process.ppid;
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500).unref();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
