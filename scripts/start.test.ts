import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startWorld } from './world.ts';

test.each(['PORT', 'SANDBOX_PORT'])(
  'npm start names a %s that another program uses, and starts nothing',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const starting = startWorld(
      { PORT: '1', SANDBOX_PORT: '2', [name]: String(port) },
      new AbortController().signal,
    );
    await expect(starting).rejects.toThrow(`Port ${port} is in use`);
    await expect(starting).rejects.toThrow(`choose another ${name}`);
    other.close();
  },
);

/** Starts the command below a shell, as npm does, prints the process id of the command's own process, and waits. */
const NPM = `
  import { spawn } from 'node:child_process';
  const waits = 'console.log(process.pid); setInterval(() => undefined, 1_000)';
  spawn('sh', ['-c', 'node scripts/run.mjs --no-install --eval "' + waits + '"; true'], { stdio: 'inherit' });
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.runIf(process.platform === 'linux')('access 17: a killed npm leaves nothing running', async () => {
  const npm = spawn(process.execPath, ['--input-type=module', '--eval', NPM], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed] = (await once(npm.stdout!, 'data')) as [Buffer];
  const pid = Number(printed);
  expect(isRunning(pid)).toBe(true);
  npm.kill('SIGKILL');
  for (let waited = 0; isRunning(pid) && waited < 10_000; waited += 50) await sleep(50);
  const isLeft = isRunning(pid);
  if (isLeft) process.kill(pid, 'SIGKILL');
  expect(isLeft).toBe(false);
});
