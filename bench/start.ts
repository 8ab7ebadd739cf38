import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startEmbedded } from '../server/src/platform/db/embedded.ts';
import { type Pair, type Row, rowOfPairs, timed } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** The maximum time that `npm start` may take on top of PostgreSQL's own start. */
const ALLOWANCE_MS = 2_000;
const READY_MS = 300_000;
const ASK_EVERY_MS = 10;

/** The second `npm start` until `/readyz` answers, against a bare start of its PostgreSQL, in alternating rounds. */
export async function benchStart(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-bench-'));
  try {
    // the first start builds the web app and creates the demo world
    console.log(`first start: ${((await startOnce(directory)) / 1_000).toFixed(1)} s`);
    const postgres = await startEmbedded(join(directory, 'postgres'));
    await postgres.stop();
    const pairs: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bareMs = await timed(postgres.revive);
      await postgres.stop();
      pairs.push({ ours: await startOnce(directory), reference: bareMs });
    }
    const allowed = pairs.map(({ ours, reference }) => ({ ours, reference: reference + ALLOWANCE_MS }));
    return [
      rowOfPairs('npm start to /readyz; its PostgreSQL alone', 'ms', pairs, null),
      rowOfPairs(`npm start to /readyz; its PostgreSQL alone, and ${ALLOWANCE_MS} ms`, 'ms', allowed, {
        atMost: 1,
      }),
    ];
  } finally {
    rmSync(realpathSync(join(directory, 'postgres/cluster')), { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs `npm start` and stops it. Returns the milliseconds until `/readyz` answered with success. */
async function startOnce(directory: string): Promise<number> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const env = { ...process.env, DATA_DIR: directory, PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const began = performance.now();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: join(import.meta.dirname, '..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  // child processes share the pipes, so 'close' means that all of them have ended
  const ended = once(npm, 'close');
  try {
    while (!(await isReady(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended:\n${printed}`);
      if (performance.now() - began > READY_MS) throw new Error(`npm start was not ready:\n${printed}`);
      await sleep(ASK_EVERY_MS);
    }
    return performance.now() - began;
  } finally {
    npm.kill('SIGTERM');
    await ended;
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
