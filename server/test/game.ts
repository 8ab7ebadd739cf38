import { robux } from '@sterling/contract/money.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openGamePlatform } from '../src/outside/game-platform/game-platform.ts';
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

/** A sandbox with someone who pays and someone's pass, made anew for each test. */
export interface GameWorld {
  readonly sandbox: TestSandbox;
  readonly game: GamePlatform;
  /** Sells Robux: her account pays. */
  readonly sela: SandboxAccount;
  /** Owns the pass, which costs 1,000. */
  readonly nova: SandboxAccount;
  readonly pass: SandboxPass;
  /** Arms a fault of the game platform. */
  arm(fault: object): Promise<unknown>;
  change(account: SandboxAccount, values: object): Promise<unknown>;
  changePass(values: object): Promise<unknown>;
  look(account: SandboxAccount): Promise<SandboxAccount>;
  /** A purchase of the pass. */
  purchase(over?: Partial<Purchase>): Purchase;
  purchasesSeen(): Promise<SandboxRequest[]>;
}

/** Opens the world for one test file; calls time out after a second and a half. */
export function useGameWorld(): GameWorld {
  const world = {} as { -readonly [Name in keyof GameWorld]: GameWorld[Name] };
  beforeAll(async () => {
    const sandbox = await openTestSandbox();
    world.sandbox = sandbox;
    world.game = openGamePlatform(sandbox.config, { timeoutMs: 1_500 });
    world.arm = (fault) => sandbox.control('POST', '/faults', { service: 'game-platform', ...fault });
    world.change = (account, values) => sandbox.control('PATCH', `/game/accounts/${account.id}`, values);
    world.changePass = (values) => sandbox.control('PATCH', `/game/passes/${world.pass.id}`, values);
    world.look = (account) => sandbox.control('GET', `/game/accounts/${account.id}`);
    world.purchase = (over) => ({
      productId: String(world.pass.productId),
      expectedPrice: robux(1_000),
      idempotencyKey: crypto.randomUUID(),
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
  /** Every cookie that was given to be persisted. */
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

/** The trouble that a call ends in; throws when it ends otherwise. */
export async function troubleOf(asked: Promise<unknown>): Promise<Trouble> {
  const error = await asked.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GameTrouble)) throw error;
  return error.trouble;
}

/** The platform's common error body. */
export const errors = (code: number, message: string) => ({ errors: [{ code, message }] });
