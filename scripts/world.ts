import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pretty from 'pino-pretty';
import { isAnswering } from '../server/src/platform/db/embedded-pid.ts';
import { StartError } from '../server/src/start-error.ts';

const root = join(import.meta.dirname, '..');
/** The first start creates the demo world, which takes minutes on a slow machine. */
const READY_MS = 300_000;
const POLL_EVERY_MS = 20;
const RESTART_AFTER_MS = 500;

export interface World {
  readonly origin: string;
  readonly sandboxUrl: string;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Starts sandbox and product as separate processes. The first start creates the demo world. A process that dies after it was
 * ready is restarted, because its state is in the database. Throws when a port is in use or a process does not become ready, or
 * when `stopping` ends the start, and stops what was started.
 */
export async function startWorld(env: Env, stopping: AbortSignal): Promise<World> {
  const port = env.PORT ?? '5000';
  const sandboxPort = env.SANDBOX_PORT ?? '5001';
  const shared = { ...env, PORT: port, SANDBOX_PORT: sandboxPort };
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const parts: Part[] = [];
  const stop = async () => {
    // Ctrl+C in a terminal also reaches the processes themselves
    for (const part of parts) part.expectEnd();
    for (const part of parts.toReversed()) await part.stop();
  };
  const start = (name: string, args: string[], readyUrl: string) => {
    const part = startPart(name, args, shared);
    parts.push(part);
    return part.ready(readyUrl, stopping);
  };
  const server = ['server/src/main.ts', '--role', env.ROLE ?? 'all'];
  // otherwise the other program would answer, and ours would restart again and again
  await refuseUsedPorts({ PORT: port, SANDBOX_PORT: sandboxPort });
  try {
    // both start at the same time, and the server waits for the sandbox where it needs it
    await Promise.all([
      start('sandbox', ['sandbox/src/main.ts'], `${sandboxUrl}/control/state`),
      start('server', server, `http://127.0.0.1:${port}/readyz`),
    ]);
    return { origin: `http://localhost:${port}`, sandboxUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function refuseUsedPorts(ports: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, port] of Object.entries(ports))
    if (await isAnswering(port))
      throw new StartError(
        `Port ${port} is in use, perhaps by another Sterling. Stop that program, or choose another ${name}.`,
      );
}

interface Part {
  /** Waits until `url` answers successfully. From then on the process is restarted when it dies. Throws if it or `stopping` ends before. */
  ready(url: string, stopping: AbortSignal): Promise<void>;
  /** From now on the process is not restarted. */
  expectEnd(): void;
  /** Call `expectEnd` first. */
  stop(): Promise<void>;
}

function startPart(name: string, args: string[], env: Env): Part {
  let child = spawnPart(args, env);
  let isKept = false;
  let isStopping = false;
  const watch = () => {
    child.once('exit', async (code, signal) => {
      if (isStopping || !isKept) return;
      console.error(`${name} ended unexpectedly (${signal ?? code}); restarting it`);
      await sleep(RESTART_AFTER_MS);
      if (isStopping) return;
      child = spawnPart(args, env);
      watch();
    });
  };
  watch();
  return {
    ready: async (url, signal) => {
      const deadline = Date.now() + READY_MS;
      while (!(await answers(url))) {
        if (!isRunning(child)) throw new StartError(`The ${name} ended before it was ready.`);
        if (Date.now() > deadline)
          throw new StartError(`The ${name} was not ready within ${READY_MS / 1000} s: ${url}`);
        await sleep(POLL_EVERY_MS, undefined, { signal });
      }
      isKept = true;
    },
    expectEnd: () => {
      isStopping = true;
    },
    stop: async () => {
      if (!isRunning(child)) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Limits in MB. On a machine with much memory V8 would otherwise collect garbage late (bench/README.md, memory). */
const MEMORY = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--max-old-space-size=512'];

/** The IPC channel makes the child exit when this process ends, even by a kill. */
function spawnPart(args: string[], env: Env): ChildProcess {
  const readable = process.stdout.isTTY;
  const child = spawn(process.execPath, [...MEMORY, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', readable ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  child.stdout?.pipe(readableLines());
  return child;
}

/** In a terminal, log lines are shown for people. Elsewhere they stay JSON. */
const readableLines = () =>
  pretty({ ignore: 'pid,hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss' });

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
