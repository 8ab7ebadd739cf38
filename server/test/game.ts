import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openGamePlatform } from '../src/outside/game-platform/open.ts';
import {
  type GamePlatform,
  type GameSession,
  GameTrouble,
  type Purchase,
  type Trouble,
} from '../src/outside/game-platform.ts';
import {
  openTestSandbox,
  type SandboxAccount,
  type SandboxPass,
  type SandboxRequest,
  type TestSandbox,
} from './sandbox.ts';

/** A sandbox with a paying account and a gamepass, both new for each test. */
export interface GameWorld {
  readonly sandbox: TestSandbox;
  readonly game: GamePlatform;
  /** The seller, whose account pays. */
  readonly sela: SandboxAccount;
  /** Owner of the gamepass, which costs 1,000 Robux. */
  readonly nova: SandboxAccount;
  readonly pass: SandboxPass;
  /** Makes the sandbox's Roblox fail in some way. */
  arm(fault: object): Promise<unknown>;
  change(account: SandboxAccount, values: object): Promise<unknown>;
  changePass(values: object): Promise<unknown>;
  look(account: SandboxAccount): Promise<SandboxAccount>;
  /** Input for a purchase of the gamepass. */
  purchase(over?: Partial<Purchase>): Purchase;
  purchasesSeen(): Promise<SandboxRequest[]>;
}

/** Opens the world for one test file. Calls time out after 3 seconds, long enough for 16 MB on a busy machine. */
export function useGameWorld(): GameWorld {
  const world = {} as { -readonly [Name in keyof GameWorld]: GameWorld[Name] };
  beforeAll(async () => {
    const sandbox = await openTestSandbox();
    world.sandbox = sandbox;
    world.game = openGamePlatform(sandbox.config, { timeoutMs: 3_000 });
    world.arm = (fault) => sandbox.control('POST', '/faults', { service: 'game-platform', ...fault });
    world.change = (account, values) => sandbox.control('PATCH', `/game/accounts/${account.id}`, values);
    world.changePass = (values) => sandbox.control('PATCH', `/game/passes/${world.pass.id}`, values);
    world.look = (account) => sandbox.control('GET', `/game/accounts/${account.id}`);
    world.purchase = (over) => ({
      productId: String(world.pass.productId),
      expectedPrice: robux(1_000),
      idempotencyKey: crypto.randomUUID(),
      maySend: async () => true,
      ...over,
    });
    world.purchasesSeen = async () =>
      (await sandbox.requests()).filter(({ path }) => path.endsWith('/purchase'));
  });
  beforeEach(async () => {
    world.sela = await world.sandbox.account('sela', 5_000);
    world.nova = await world.sandbox.account('nova', 0);
    world.pass = await world.sandbox.pass(world.nova.id, 1_000);
    await world.sandbox.forget();
  });
  afterAll(() => world.sandbox.close());
  return world;
}

export interface TestSession extends GameSession {
  /** All rotated cookies that the session was given to store. */
  readonly persisted: string[];
}

export function sessionOf({ cookie }: { cookie: string }, proxyUrl: string | null = null): TestSession {
  const persisted: string[] = [];
  return {
    cookie,
    csrf: null,
    proxyUrl,
    persisted,
    rotated: async (rotated) => void persisted.push(rotated),
  };
}

/** The trouble that a call fails with. Throws on any other outcome. */
export async function troubleOf(call: Promise<unknown>): Promise<Trouble> {
  const error = await call.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GameTrouble)) throw error;
  return error.trouble;
}

/** Roblox's common error body. */
export const errors = (code: number, message: string) => ({ errors: [{ code, message }] });
