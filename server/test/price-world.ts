import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Called, type Caller, openTestApp, type TestApp } from './app.ts';
import { insertAccount, type Stocked } from './stock.ts';

type ByCall = Pick<Caller, 'call'>;

/** Sellers with stock and price rules. Each test begins without stock. */
export interface PriceWorld {
  readonly app: TestApp;
  /** Terms of a rule that follows one cent below, between $2 and $5. */
  readonly terms: object;
  seller(name: string): Promise<Caller>;
  /** Inserts an account of a seller, at $4 unless `over` says otherwise. */
  stock(seller: Pick<Caller, 'id'>, over?: Partial<Stocked>): Promise<string>;
  add(seller: ByCall, accountIds: readonly string[], over?: object): Promise<Called>;
  /** An account as its seller sees it. */
  account(seller: ByCall, id: string): Promise<Record<string, unknown>>;
  /** Changes columns of an account as the database's owner. */
  change(id: string, set: string): Promise<void>;
  /** Rates in cents and pauses of accounts, in their order. */
  prices(...ids: string[]): Promise<[rateCents: number, isPaused: boolean][]>;
}

const TERMS = {
  name: 'Follow',
  floor: 2,
  ceiling: 5,
  belowCents: 1,
  baseRate: null,
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
};

/** Opens the world for one test file. */
export function usePriceWorld(): PriceWorld {
  const world = { terms: TERMS } as { -readonly [Name in keyof PriceWorld]: PriceWorld[Name] };
  beforeAll(async () => {
    world.app = await openTestApp({ actionLimit: false });
    const { database } = world.app;
    world.seller = (name) => world.app.signIn(name, 'seller');
    world.stock = ({ id }, over) =>
      insertAccount(database, { owner: id, rateCents: 400, robux: 10_000, ...over });
    world.add = (seller, accountIds, over) =>
      seller.call('POST', '/api/price-rules', { ...TERMS, accountIds, ...over });
    world.account = async (seller, id) => {
      const { body } = await seller.call('GET', `/api/roblox-accounts?id=${id}`);
      return (body as unknown as Record<string, unknown>[])[0]!;
    };
    world.change = async (id, set) =>
      void (await database.asOwner(`update roblox_accounts set ${set} where id = $1`, [id]));
    world.prices = async (...ids) => {
      const { rows } = await database.asOwner(
        'select id, rate_cents, is_paused_by_rule from roblox_accounts where id = any($1)',
        [ids],
      );
      const found = new Map(rows.map((row) => [row.id, [row.rate_cents, row.is_paused_by_rule] as const]));
      return ids.map((id) => [...found.get(id)!]);
    };
  });
  beforeEach(async () => {
    await world.app.database.asOwner('delete from price_rules');
    await world.app.database.asOwner('delete from roblox_accounts');
  });
  afterAll(() => world.app.close());
  return world;
}
