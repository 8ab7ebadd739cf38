import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Called, type Caller, openTestApp, type TestApp } from './app.ts';
import type { SandboxAccount } from './sandbox.ts';

/** The product, its sandbox, and for each test a new seller with a Roblox account that is not listed yet. */
export interface SellerWorld {
  readonly app: TestApp;
  readonly sela: Caller;
  /** The seller's Roblox account, with 5,000 Robux. */
  readonly game: SandboxAccount;
  control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
  gameAccount(robux: number): Promise<SandboxAccount>;
  /** Changes the seller's Roblox account. */
  change(values: object): Promise<unknown>;
  /** Makes the sandbox's Roblox fail in some way. */
  fault(values: object): Promise<unknown>;
  /** Lists the seller's account; `over` overrides fields. */
  add(over?: object, who?: Caller): Promise<Called>;
  /** Lists the seller's account and returns its id. */
  added(): Promise<string>;
  list(query?: string): Promise<{ rows: Record<string, unknown>[]; total: number }>;
  /** The account's database row, with snake_case columns. */
  rowOf(id: string): Promise<Record<string, unknown>>;
}

/** Opens the world for one test file. */
export function useSellerWorld(): SellerWorld {
  const world = {} as { -readonly [Name in keyof SellerWorld]: SellerWorld[Name] };
  beforeAll(async () => {
    world.app = await openTestApp();
    Object.assign(world, helpersOf(world));
  });
  beforeEach(async () => {
    await world.control('DELETE', '/faults');
    world.sela = await world.app.signIn('sela', 'seller');
    world.game = await world.gameAccount(5_000);
  });
  afterAll(() => world.app.close());
  return world;
}

const names = (function* () {
  for (let made = 1; ; made += 1) yield `game_${made}`;
})();

function helpersOf(world: SellerWorld): Partial<SellerWorld> {
  return {
    control: async <Answer>(method: string, path: string, body?: unknown) => {
      const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
      const url = `${world.app.sandboxUrl}/control${path}`;
      const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`control ${path}: ${answer.status}`);
      return (await answer.json().catch(() => null)) as Answer;
    },
    gameAccount: (robux) => world.control('POST', '/game/accounts', { username: names.next().value, robux }),
    change: (values) => world.control('PATCH', `/game/accounts/${world.game.id}`, values),
    fault: (values) => world.control('POST', '/faults', { service: 'game-platform', ...values }),
    add: (over, who = world.sela) => {
      const body = { cookie: world.game.cookie, ratePerThousand: 3.5, ownershipConfirmed: true };
      return who.call('POST', '/api/roblox-accounts', { ...body, ...over });
    },
    added: async () => String((await world.add()).body.id),
    list: async (query = '') => {
      const { body, headers } = await world.sela.call('GET', `/api/roblox-accounts${query}`);
      const rows = body as unknown as Record<string, unknown>[];
      return { rows, total: Number(headers['x-total-count']) };
    },
    rowOf: async (id) => {
      const { rows } = await world.app.database.asOwner('select * from roblox_accounts where id = $1', [id]);
      return rows[0];
    },
  };
}
