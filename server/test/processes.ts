import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../src/config.ts';
import { freePort } from '../src/platform/db/embedded.ts';
import type { TestDatabase } from './database.ts';

/** Database, sandbox and files of a product process. */
export interface ProcessWorld {
  /** Null: the embedded database of `directory`, with the demo world. */
  readonly databaseUrl: string | null;
  readonly sandboxUrl: string;
  /** DATA_DIR. Processes of one world share its key files. */
  readonly directory: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How long a start may take; by default a minute. */
  readonly readyMs?: number;
}

/** A real process of the product: `main.ts --role …`. */
export interface ProductProcess {
  readonly pid: number;
  /** Base URL. Only a web process listens on it. */
  readonly origin: string;
  /** Its output so far. */
  log(): string;
  isRunning(): boolean;
  /** Kills the process (SIGKILL) and resolves when it is gone. */
  kill(): Promise<void>;
  /** Stops the process (SIGTERM) and resolves when it is gone. */
  stop(): Promise<void>;
}

/** The variables that a started process shares with this one. Those of vitest would change the product's behaviour. */
export const SHARED_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
/** The memory flags of the units in deploy/. */
const MEMORY = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--max-old-space-size=512'];
const MAIN = [...MEMORY, join(import.meta.dirname, '../src/main.ts')];
const READY_MS = 60_000;
/** The log line of every role when it is ready. */
const READY = 'sterling is running';

/**
 * Starts a process of the product on a database and a sandbox, without the demo world, and resolves when it is ready.
 * Throws with its output if it ends before.
 */
export async function startProcess(role: Config['role'], world: ProcessWorld): Promise<ProductProcess> {
  if (world.databaseUrl) await skipDemoWorld(world.databaseUrl);
  const port = await freePort();
  const child = spawn(process.execPath, [...MAIN, '--role', role], {
    env: environment(world, port),
    // the IPC channel ends the process when this one ends, even by a kill
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text) => (printed += text));
  const started: ProductProcess = {
    pid: child.pid!,
    origin: `http://127.0.0.1:${port}`,
    log: () => printed,
    isRunning: () => isRunning(child),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
  const deadline = Date.now() + (world.readyMs ?? READY_MS);
  while (!printed.includes(READY)) {
    if (!isRunning(child)) throw new Error(`${role} ended before it was ready:\n${printed}`);
    if (Date.now() > deadline) throw new Error(`${role} was not ready in time:\n${printed}`);
    await sleep(5);
  }
  return started;
}

/** Creates a login that owns nothing and has one role, as processes have in production. Returns its URL. */
export async function makeLogin({ url, asOwner }: TestDatabase, role: string): Promise<string> {
  const login = new URL(url);
  login.username = `login_${randomBytes(6).toString('hex')}`;
  login.password = randomBytes(12).toString('hex');
  await asOwner(`create role ${login.username} login password '${login.password}' in role ${role}`);
  return login.href;
}

/** Polls until `ask` answers a truthy value and resolves with it, for long enough for a busy machine. Use it to wait for another process. Polling often would take processor time from that process. */
export async function eventually<Answer>(
  ask: () => Promise<Answer | null | undefined | false>,
  { withinMs = 60_000, everyMs = 20 } = {},
): Promise<Answer> {
  for (const deadline = Date.now() + withinMs; ; await sleep(everyMs)) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`it did not happen within ${withinMs} ms: ${ask}`);
  }
}

function environment({ databaseUrl, sandboxUrl, directory, env }: ProcessWorld, port: number) {
  return {
    ...SHARED_ENV,
    DATABASE_URL: databaseUrl ?? '',
    SANDBOX_PORT: new URL(sandboxUrl).port,
    DATA_DIR: directory,
    PORT: String(port),
    ...env,
  };
}

/** Sets the marker that keeps a sandbox from creating the demo world (demo/seed.ts). */
async function skipDemoWorld(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into settings (key, value) values ('demo_world', '{}') on conflict (key) do nothing`,
  );
  await client.end();
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
