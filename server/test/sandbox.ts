import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox } from '@sterling/sandbox/server.ts';
import { type Config, readConfig } from '../src/config.ts';

export interface SandboxAccount {
  readonly id: number;
  readonly username: string;
  readonly cookie: string;
  readonly robux: number;
  readonly owns: readonly number[];
  readonly transactions: readonly { type: string; amount: number; passId: number }[];
}

export interface SandboxPass {
  readonly id: number;
  readonly productId: number;
  readonly universeId: number;
  readonly url: string;
}

export interface SandboxRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly via: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TestSandbox {
  readonly url: string;
  /** The product's configuration for this sandbox. */
  readonly config: Config;
  /** Calls the control API. Throws on any answer that is not a success. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Creates a Roblox account with a unique name that begins with `name`. */
  account(name: string, robux: number): Promise<SandboxAccount>;
  pass(ownerId: number, price: number): Promise<SandboxPass>;
  /** Requests to Roblox since the last `forget`. */
  requests(): Promise<SandboxRequest[]>;
  /** Clears faults and the request log. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a sandbox in this process, on a free port, for one test file. Close it in `afterAll`. */
export async function openTestSandbox(): Promise<TestSandbox> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-sandbox-'));
  const sandbox = await openSandbox({ port: 0, directory });
  let accountsMade = 0;
  const control = controlOf(sandbox.url);
  return {
    url: sandbox.url,
    config: readConfig({ SANDBOX_PORT: String(sandbox.port), DATA_DIR: directory }),
    control,
    account: (name, robux) => {
      accountsMade += 1;
      return control('POST', '/game/accounts', { username: `${name}_${accountsMade}`, robux });
    },
    pass: (ownerId, price) => control('POST', '/game/passes', { ownerId, price, name: `Pass at ${price}` }),
    requests: () => control('GET', '/requests?service=game-platform'),
    forget: async () => {
      await control('DELETE', '/faults');
      await control('DELETE', '/requests');
    },
    close: async () => {
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Calls of the control API of a sandbox; each throws unless it is answered with success. */
export function controlOf(sandboxUrl: string): TestSandbox['control'] {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${sandboxUrl}/control${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`control ${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer;
  };
}
