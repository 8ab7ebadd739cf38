import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const READY_MS = 300_000;

export interface Product {
  readonly origin: string;
  readonly sandbox: string;
  readonly directory: string;
  /** The output so far. */
  log(): string;
  stop(): Promise<void>;
}

/** Starts the whole product as `npm start` does, with new data, and waits until it is ready. */
export async function startProduct(): Promise<Product> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-e2e-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const logFile = join(directory, 'log');
  const output = openSync(logFile, 'w');
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: join(directory, 'data'),
  };
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env,
    // the channel makes the product end with this process, even if it is killed
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const log = () => readFileSync(logFile, 'utf8');
  const origin = `http://localhost:${port}`;
  await waitUntilReady(`${origin}/readyz`, child, log).catch(async (error) => {
    await end(child);
    throw error;
  });
  return {
    origin,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    directory: join(directory, 'data'),
    log,
    stop: async () => {
      await end(child);
      removeData(directory);
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`the product ended before it was ready:\n${log().slice(-4000)}`);
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new Error(`not ready within ${READY_MS / 1000} s:\n${log().slice(-4000)}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** For root, the cluster is elsewhere, behind a link (server/src/platform/db/embedded.ts). */
function removeData(directory: string): void {
  const cluster = realpathSync(join(directory, 'data/postgres/cluster'));
  rmSync(cluster, { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
