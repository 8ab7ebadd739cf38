// Runs a script with the Node version that package.json pins. Installs the packages of the lock file first if needed, unless
// --no-install is given: commands of production change nothing on the machine.
// This file is plain JavaScript, because the machine's own Node (20 or newer) may not support TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const installed = join(root, 'node_modules/.package-lock.json');
const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const args = process.argv.slice(2);
const mayInstall = args[0] !== '--no-install';
if (!mayInstall) args.shift();
const node = join(root, 'node_modules/node/bin/node');

if (mayInstall && modified(installed) < modified(join(root, 'package-lock.json'))) {
  console.log('Installing packages. This takes a minute, and only the first time…');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // not `npm ci`, which deletes all packages first, even those that running processes use
  const install = [...npm.slice(1), 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm[0], install, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
if (!existsSync(node)) {
  console.error(`${node} is missing: run npm ci --omit=dev in ${root} first`);
  process.exit(2);
}

/** Node keeps compiled code here, for this process and all that it starts. A warm start needs half the processor time. */
const compileCache = mayInstall && { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

const child = spawn(node, args, {
  cwd: root,
  stdio: 'inherit',
  // INIT_CWD is where the operator stands: npm and this file change the working directory
  env: { ...compileCache, INIT_CWD: process.cwd(), ...process.env },
});
// npm starts this file in a shell and forwards SIGTERM only to that shell. So this process must stop its child when its
// parent has gone. Where /proc shows it, the child also stops when a killed npm left the shell behind
const parent = process.ppid;
const fromProc = (file) => {
  try {
    return readFileSync(`/proc/${parent}/${file}`, 'utf8');
  } catch {
    return '';
  }
};
// some shells become their command, so that the parent is npm itself. Its own parent may go: nohup
const isBelowShell = fromProc('cmdline').includes('run.mjs');
const npmOf = () => (isBelowShell ? fromProc('status').match(/^PPid:.*$/m)?.[0] : undefined);
const npm = npmOf();
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent && npmOf() === npm) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500).unref();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
