import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const READY_MS = 120_000;

export interface World {
  readonly origin: string;
  readonly sandboxUrl: string;
  /** Resolves with the name of a part that ended without being asked to. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Starts the sandbox and the product as processes of their own, and on a first start the demo world.
 * `inherit`: their output goes to this terminal. Throws when one of them does not become ready.
 */
export async function startWorld(env: Env, { inherit }: { inherit: boolean }): Promise<World> {
  const port = env.PORT ?? '5000';
  const sandboxPort = env.SANDBOX_PORT ?? '5001';
  const shared = { ...env, PORT: port, SANDBOX_PORT: sandboxPort };
  const origin = `http://localhost:${port}`;
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const children: Child[] = [];
  const start = (name: string, script: string, args: string[] = []): Child => {
    const child = startChild(name, [join(root, script), ...args], shared, inherit);
    children.push(child);
    return child;
  };
  const stop = async () => {
    for (const child of children.toReversed()) await child.stop();
  };
  try {
    const sandbox = start('sandbox', 'sandbox/src/main.ts');
    await answers(`${sandboxUrl}/control/state`, sandbox);
    const server = start('server', 'server/src/main.ts', ['--role', env.ROLE ?? 'all']);
    await answers(`http://127.0.0.1:${port}/readyz`, server);
    const ended = Promise.race(children.map((child) => child.ended.then(() => child.name)));
    return { origin, sandboxUrl, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Child {
  readonly name: string;
  readonly ended: Promise<void>;
  readonly running: () => boolean;
  stop(): Promise<void>;
}

/** The IPC channel ties a child to us: it closes itself when we are gone, even by a kill. */
function startChild(name: string, args: string[], env: Env, inherit: boolean): Child {
  const output = inherit ? 'inherit' : 'ignore';
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', output, output, 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const running = () => child.exitCode === null && child.signalCode === null;
  return {
    name,
    ended,
    running,
    stop: async () => {
      if (running()) child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(url: string, child: Child): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (!child.running()) throw new Error(`${child.name} ended before it was ready`);
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error(`${child.name} was not ready within ${READY_MS / 1000} s: ${url}`);
}
