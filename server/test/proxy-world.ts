import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Called, type Caller, openTestApp, type TestApp } from './app.ts';

export interface ShownRow extends Record<string, unknown> {
  readonly id: string;
}

/** The product, its sandbox (whose proxy accepts any username), and a new seller for each test. */
export interface ProxyWorld {
  readonly app: TestApp;
  readonly sela: Caller;
  /** Host and port of the sandbox's proxy. */
  readonly own: { readonly host: string; readonly port: number };
  /** Adds the sandbox's proxy; `over` overrides fields. */
  add(over?: object, who?: Caller): Promise<Called>;
  bulk(...lines: string[]): Promise<Record<string, unknown>>;
  list(query?: string): Promise<ShownRow[]>;
  figures(): Promise<unknown>;
  remove(id: unknown, who?: Caller): Promise<Called>;
  /** Puts a new account of sela's up for sale through a proxy and returns its name. */
  sellThrough(proxyId: unknown): Promise<string>;
  accounts(): Promise<ShownRow[]>;
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** Opens the world for one test file. good.example is the sandbox's proxy; nothing listens at dead.example. */
export function useProxyWorld(): ProxyWorld {
  const world = {} as { -readonly [Name in keyof ProxyWorld]: ProxyWorld[Name] };
  beforeAll(async () => {
    world.app = await openTestApp({ actionLimit: false });
    const { internet, sandboxUrl } = world.app;
    world.own = { host: '127.0.0.1', port: Number(new URL(sandboxUrl).port) };
    internet.localPorts.set('203.0.113.10', world.own.port);
    internet.names.set('good.example', ['203.0.113.10']);
    internet.names.set('dead.example', ['203.0.113.11']);
    internet.names.set('inside.example', ['203.0.113.10', '10.0.0.5']);
    Object.assign(world, helpersOf(world));
  });
  beforeEach(async () => {
    world.sela = await world.app.signIn('sela', 'seller');
  });
  afterAll(() => world.app.close());
  return world;
}

function helpersOf(world: ProxyWorld): Partial<ProxyWorld> {
  return {
    add: (over, who = world.sela) => who.call('POST', '/api/proxies', { ...world.own, ...over }),
    bulk: async (...lines) => (await world.sela.call('POST', '/api/proxies/bulk', { lines })).body,
    list: async (query = '') =>
      (await world.sela.call('GET', `/api/proxies${query}`)).body as unknown as ShownRow[],
    figures: async () => (await world.sela.call('GET', '/api/proxies/figures')).body,
    remove: (id, who = world.sela) => who.call('DELETE', `/api/proxies/${id}`),
    accounts: async () =>
      (await world.sela.call('GET', '/api/roblox-accounts')).body as unknown as ShownRow[],
    sellThrough: async (proxyId) => {
      const username = `behind_${crypto.randomUUID().slice(0, 8)}`;
      const { cookie } = await world.control<{ cookie: string }>('POST', '/game/accounts', {
        username,
        robux: 500,
      });
      const added = await world.sela.call('POST', '/api/roblox-accounts', {
        cookie,
        ratePerThousand: 3,
        proxyId,
      });
      if (added.status !== 201) throw new Error(`${JSON.stringify(added.body)} ${errorsOf(world.app.log())}`);
      return username;
    },
    control: async <Answer>(method: string, path: string, body?: unknown) => {
      const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
      const url = `${world.app.sandboxUrl}/control${path}`;
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`control ${path}: ${answer.status}`);
      return (await answer.json().catch(() => null)) as Answer;
    },
  };
}

/** The product's error log lines. */
const errorsOf = (log: string): string =>
  log
    .split('\n')
    .filter((line) => line.includes('"level":50'))
    .join('\n');
