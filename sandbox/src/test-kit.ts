import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox, type Sandbox } from './server.ts';

export interface TestSandbox {
  readonly url: string;
  readonly port: number;
  readonly directory: string;
  /** Calls the control API. Throws with the answer's body if it refuses. */
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a sandbox on a free port. Closing it removes its state. */
export async function openTestSandbox(): Promise<TestSandbox> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-sandbox-'));
  let sandbox: Sandbox = await openSandbox({ port: 0, directory });
  return {
    get url() {
      return sandbox.url;
    },
    get port() {
      return sandbox.port;
    },
    directory,
    control: (method, path, body) => control(`${sandbox.url}/control${path}`, method, body),
    async reopen() {
      await sandbox.close();
      sandbox = await openSandbox({ port: 0, directory });
    },
    async close() {
      await sandbox.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Makes one JSON call. Returns status, headers, text and decoded body. */
export async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, redirect: 'manual', headers: { ...type, ...headers }, ...json });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: decode(text) };
}

export interface GameAccount {
  id: number;
  username: string;
  cookie: string;
  robux: number;
  pendingRobux: number;
  owns: number[];
  transactions: { type: string; amount: number; passId: number; isPending: boolean }[];
}

export interface GamePass {
  id: number;
  productId: number;
  universeId: number;
  url: string;
}

/** Calls Roblox like a browser: with the account's cookie, and with one repeat for the CSRF token. */
export function actAs(sandbox: TestSandbox, cookie: string) {
  let token = '';
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const send = () => {
      const session = { cookie: `.ROBLOSECURITY=${cookie}`, 'x-csrf-token': token };
      return call(sandbox.url + path, method, body, { ...session, ...headers });
    };
    const first = await send();
    const isHandshake = first.status === 403 && first.text.includes('XSRF');
    if (!isHandshake) return first;
    token = first.headers.get('x-csrf-token') ?? '';
    return send();
  };
}

/** The path of the call that buys a product. */
export function purchasePath({ productId }: { productId: number }): string {
  return `/apis/game-passes/v1/game-passes/${productId}/purchase`;
}

async function control<Answer>(url: string, method: string, body: unknown): Promise<Answer> {
  const answer = await call(url, method, body);
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
  return answer.body as Answer;
}

function decode(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
