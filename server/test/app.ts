import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@sterling/contract/api.ts';
import { openSandbox } from '@sterling/sandbox/server.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { openServices } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openAddressGuard } from '../src/outside/address-guard.ts';
import { SESSION_COOKIES } from '../src/people/sessions/sessions.reads.ts';
import { createSession } from '../src/people/sessions/sessions.ts';
import { signInUser } from '../src/people/users/users.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { buildServer } from '../src/platform/http/server.ts';
import { LOG_OPTIONS } from '../src/platform/log.ts';
import type { Services } from '../src/services.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { openTestInternet, type TestInternet } from './internet.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly sandboxUrl: string;
  readonly internet: TestInternet;
  /** The log so far, as text. */
  log(): string;
  signIn(name: string, role?: 'buyer' | 'seller' | 'admin', isOwner?: boolean): Promise<Caller>;
  close(): Promise<void>;
}

/** A signed-in user who calls the server without a network. */
export interface Caller {
  readonly id: string;
  readonly cookie: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Called>;
}

export interface Called {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

/** The status and the code of an answer, to compare a refusal. */
export const statusAndCode = ({ status, body }: Called): unknown[] => [status, body.code];

let nextDiscordId = 700_000_000_000_000_000n;

/** Opens the whole web server on a new database, with its own sandbox. The worker is not started. */
export async function openTestApp({ actionLimit = true }: { actionLimit?: boolean } = {}): Promise<TestApp> {
  const directory = mkdtempSync(join(tmpdir(), 'sterling-app-'));
  const sandbox = await openSandbox({ port: 0, directory: join(directory, 'sandbox') });
  const database = await openTestDatabase();
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push(line);
    printBug(line);
  };
  const log = pino({ level: 'debug', ...LOG_OPTIONS }, { write });
  const config = readConfig({
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    ROLE: 'web',
    SANDBOX_PORT: new URL(sandbox.url).port,
    ACTION_LIMIT: actionLimit ? undefined : 'off',
  });
  const internet = openTestInternet();
  const guard = openAddressGuard(config, internet.parts);
  const { services, close } = await openServices(config, log, database.url, guard);
  // other tests and imports delay the event loop, so the overload check is off
  const app = await buildServer(services, { maxLoopDelayMs: 0 });
  return {
    app,
    services,
    database,
    sandboxUrl: sandbox.url,
    internet,
    log: () => lines.join(''),
    signIn: (name, role = 'buyer', isOwner = false) => signIn(app, services, name, role, isOwner),
    close: async () => {
      await app.close();
      await close();
      await database.close();
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Prints why an answer was 500. Vitest shows it if the test fails. */
function printBug(line: string): void {
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { stack?: string } };
  if (msg === 'request failed') console.error(err?.stack);
}

async function signIn(
  app: FastifyInstance,
  { db, vault }: Services,
  name: string,
  role: string,
  isOwner: boolean,
): Promise<Caller> {
  nextDiscordId += 1n;
  const person = { id: String(nextDiscordId), username: name, avatar: null, email: `${name}@example.test` };
  const { id, token } = await inTransaction(db, async (tx) => {
    const user = await signInUser(tx, vault, person, { isNamed: isOwner });
    await tx.updateTable('users').set({ role }).where('id', '=', user!.id).execute();
    return { id: user!.id, token: await createSession(tx, user!.id, { ip: '127.0.0.1', userAgent: 'test' }) };
  });
  return Object.assign(caller(app, `${SESSION_COOKIES.plain}=${token}`), { id });
}

const STREAMS = new Set(endpoints.filter(({ stream }) => stream).map(({ path }) => path));

/** Calls the server with a cookie header; '' means no session. Takes the new token of its session, as browsers do. */
export function caller(app: FastifyInstance, cookie: string): Omit<Caller, 'id'> {
  let present = cookie;
  const renewed = new RegExp(`^${cookie.split('=')[0]}=[^;]+`);
  return {
    get cookie() {
      return present;
    },
    call: async (method, path, body, extra = {}) => {
      const headers = { ...(present ? { cookie: present } : {}), ...extra };
      const options = {
        method,
        url: path,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      } as InjectOptions;
      if (STREAMS.has(path.split('?')[0]!)) return headOf(app, options);
      const answer = await app.inject(options);
      if (cookie) present = renewed.exec(String(answer.headers['set-cookie']))?.[0] ?? present;
      const isJson = String(answer.headers['content-type'] ?? '').includes('json');
      return {
        status: answer.statusCode,
        headers: answer.headers,
        // a 304 has the content type of the unchanged answer, and no body
        body: isJson && answer.body !== '' ? answer.json() : { text: answer.body },
      };
    },
  };
}

/** The first chunk of a streamed answer. The call is ended afterwards. */
async function headOf(app: FastifyInstance, options: InjectOptions): Promise<Called> {
  const answer = await app.inject({ ...options, payloadAsStream: true });
  const [first] = await answer.stream().take(1).toArray();
  answer.stream().destroy();
  answer.raw.res.destroy();
  const isJson = String(answer.headers['content-type'] ?? '').includes('json');
  const body = isJson ? JSON.parse(String(first)) : { text: String(first) };
  return { status: answer.statusCode, headers: answer.headers, body };
}
