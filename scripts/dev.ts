import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run dev`: restarts sandbox and server when their files change. Vite serves the web app with hot reload on port 5173. */
const root = join(import.meta.dirname, '..');
const sources = ['--watch-path=server/src', '--watch-path=contract/src'];
const parts: string[][] = [
  ['--watch-path=sandbox/src', 'sandbox/src/main.ts'],
  [...sources, 'server/src/main.ts', '--role', 'all'],
  ['node_modules/vite/bin/vite.js', 'web'],
];
const children = parts.map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
/** One part alone is of no use, so all end together. */
const endAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll);
for (const child of children) child.on('exit', endAll);
