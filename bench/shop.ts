import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SESSION_COOKIES } from '../server/src/people/sessions/sessions.reads.ts';
import { createSession } from '../server/src/people/sessions/sessions.ts';
import { freePort } from '../server/src/platform/db/embedded.ts';
import { inTransaction, type Pool } from '../server/src/platform/db/pool.ts';
import type { SandboxAccount, SandboxPass } from '../server/test/sandbox.ts';
import { makePerson } from '../server/test/wallets.ts';

/** The sandbox in a separate process. */
export interface Sandbox {
  readonly url: string;
  /** Calls the control API. Throws unless the call succeeds. */
  control<Answer>(method: string, path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
}

export async function startSandbox(directory: string): Promise<Sandbox> {
  const port = await freePort();
  const child = fork(join(import.meta.dirname, '../sandbox/src/main.ts'), {
    env: { PATH: process.env.PATH, SANDBOX_PORT: String(port), DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child.stdout!, 'data');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    control: async (method, path, body) => {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await fetch(`${url}/control${path}`, { method, ...(body ? json : {}) });
      if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as never;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** One order to place. Repeats of the request use the same key. */
export interface OrderRequest {
  readonly key: string;
  readonly cookie: string;
  readonly gamepassUrl: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly code?: string };
  /** Whether this is the stored answer of an earlier request with the same key. */
  readonly replayed: boolean;
}

export interface Shop {
  /** Session cookies of buyers with money. */
  readonly cookies: readonly string[];
  /** Creates this many gamepasses at `PASS_ROBUX`. Their maker takes no part in the trade. */
  passes(count: number): Promise<SandboxPass[]>;
  /** Puts this many more accounts up for sale, shared among new sellers (by default one). The accounts exist in the sandbox. */
  sell(accounts: number, sellers?: number): Promise<void>;
  /** The present state of the accounts for sale in the sandbox. */
  accountsForSale(): Promise<SandboxAccount[]>;
  /** Calls the web process. Returns null if the connection broke before the answer. */
  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<ApiAnswer | null>;
  order(request: OrderRequest): Promise<ApiAnswer | null>;
}

export const PASS_ROBUX = 1_000;
const BALANCE_CENTS = 1_000_000_000;

/** Creates buyers with money and sessions. Nothing is for sale yet. */
export async function openShop(
  { db }: Pool,
  sandbox: Sandbox,
  origin: string,
  buyers: number,
): Promise<Shop> {
  const sessionOf = (userId: string) =>
    inTransaction(db, async (tx) => {
      const token = await createSession(tx, userId, { ip: '127.0.0.1', userAgent: 'bench' });
      return `${SESSION_COOKIES.plain}=${token}`;
    });
  const buyer = async () => sessionOf(await makePerson(db, 'buyer', BALANCE_CENTS));
  const account = (username: string, robux: number) =>
    sandbox.control<SandboxAccount>('POST', '/game/accounts', { username, robux });
  const ask = openCaller(origin);
  const cookies: string[] = [];
  while (cookies.length < buyers) cookies.push(await buyer());
  const seller = async () => {
    const id = await makePerson(db, 'seller');
    await db.updateTable('users').set({ role: 'seller' }).where('id', '=', id).execute();
    return sessionOf(id);
  };
  const games: SandboxAccount[] = [];
  const { id: ownerId } = await account('maker', 0);
  return {
    cookies,
    ask,
    sell: async (accounts, sellers = 1) => {
      const sessions = await Promise.all(Array.from({ length: sellers }, seller));
      for (let count = 0; count < accounts; count += 1) {
        const game = await account(`seller_${games.length}`, 100_000_000);
        await addAccount(ask, game, sessions[count % sellers]!);
        games.push(game);
      }
    },
    passes: async (count) => {
      const passes: SandboxPass[] = [];
      while (passes.length < count) {
        const pass = { ownerId, price: PASS_ROBUX, name: 'VIP' };
        passes.push(await sandbox.control('POST', '/game/passes', pass));
      }
      return passes;
    },
    accountsForSale: () =>
      Promise.all(games.map(({ id }) => sandbox.control<SandboxAccount>('GET', `/game/accounts/${id}`))),
    order: ({ key, cookie, gamepassUrl }) =>
      ask(
        'POST',
        '/api/robux/orders',
        { cookie, 'idempotency-key': key },
        { robuxAmount: PASS_ROBUX, gamepassUrl },
      ),
  };
}

const openCaller =
  (origin: string): Shop['ask'] =>
  async (method, path, headers, body) => {
    const json = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const pending = fetch(origin + path, { method, headers, ...(body ? json : {}) });
    const answer = await pending.catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (!answer || typeof text !== 'string') return null;
    const replayed = answer.headers.has('idempotency-replayed');
    return { status: answer.status, body: text ? JSON.parse(text) : {}, replayed };
  };

/** Puts an account of the sandbox up for sale. */
async function addAccount(
  ask: Shop['ask'],
  { cookie: given }: SandboxAccount,
  cookie: string,
): Promise<void> {
  const body = { cookie: given, ratePerThousand: 3, ownershipConfirmed: true };
  const answer = await ask('POST', '/api/roblox-accounts', { cookie }, body);
  if (answer?.status !== 201) throw new Error(`an account was answered with ${JSON.stringify(answer)}`);
}
