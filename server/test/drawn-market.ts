import { cents, type Rate, type Robux, rate, robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Keyed } from '../src/platform/idempotency/answers.ts';
import type { PlacementRequest } from '../src/trade/orders/placing/placement-request.ts';
import type { TestDatabase } from './database.ts';
import { PASS } from './placement-world.ts';
import { loseDeposit } from './reversed-deposit.ts';
import { credit } from './wallets.ts';

const OTHER_PASS = { ...PASS, id: '7', productId: '8' };

/** A small generated market. Users, accounts and keys are identified by their index. */
export interface Drawn {
  readonly buyers: readonly {
    readonly cents: number;
    readonly isFrozen: boolean;
    readonly isYoung: boolean;
  }[];
  readonly accounts: readonly {
    /** Index of a buyer who also sells; null: a separate seller. */
    readonly owner: number | null;
    readonly ownerIsBanned: boolean;
    readonly robux: number;
    readonly rateCents: number;
    readonly isManual: boolean;
    readonly usedBefore: number | null;
    /** The account has bought the common pass before. */
    readonly hasBought: boolean;
  }[];
  readonly orders: readonly {
    readonly buyer: number;
    readonly robux: number;
    readonly maxRateCents: number | null;
    readonly isOtherPass: boolean;
    readonly key: number | null;
    readonly body: number;
  }[];
}

/** A generated market in the database, with its own users and accounts. */
export interface Market {
  readonly requests: readonly PlacementRequest[];
  /** Puts only this market's accounts up for sale. */
  open(): Promise<void>;
  /** Everything that placing has written, with indexes instead of ids and times. */
  traces(): Promise<unknown>;
}

/** Counter that makes Discord ids unique. */
let peopleMade = 0;

/** Builds a generated market. The ids of its accounts sort in the generated order. */
export async function buildMarket(database: TestDatabase, drawn: Drawn): Promise<Market> {
  const { db } = database;
  const newIds = async (count: number) => {
    const { rows } = await sql<{
      id: string;
    }>`select new_id() as id from generate_series(1, ${count}::int)`.execute(db);
    return rows.map(({ id }) => id).sort();
  };
  const buyers = await insertBuyers(db, drawn.buyers, await newIds(drawn.buyers.length));
  const ids = await insertAccounts(db, drawn.accounts, buyers, newIds);
  await recordBought(
    database,
    ids.filter((_, index) => drawn.accounts[index]!.hasBought),
  );
  const requests = drawn.orders.map(
    ({ buyer, robux: amount, maxRateCents, isOtherPass, key, body }): PlacementRequest => {
      const buyerId = buyers[buyer]!;
      const keyed: Keyed | null =
        key === null
          ? null
          : { userId: buyerId, key: `key ${key}`, requestHash: Buffer.alloc(32, body), beganAt: new Date() };
      const most = maxRateCents === null ? {} : { maxRateCents: rate(maxRateCents) as Rate };
      const pass = isOtherPass ? OTHER_PASS : PASS;
      return {
        buyerId,
        keyed,
        authority: null,
        order: { robuxAmount: robux(amount) as Robux, pass, ...most },
      };
    },
  );
  return {
    requests,
    open: async () => {
      await db.updateTable('robloxAccounts').set({ isActive: false }).where('isActive', '=', true).execute();
      if (ids.length > 0)
        await db.updateTable('robloxAccounts').set({ isActive: true }).where('id', 'in', ids).execute();
    },
    traces: () => tracesOf(database, buyers, ids),
  };
}

async function insertBuyers(
  db: TestDatabase['db'],
  drawn: Drawn['buyers'],
  buyers: readonly string[],
): Promise<readonly string[]> {
  for (const [index, { cents: balance, isFrozen, isYoung }] of drawn.entries()) {
    const id = buyers[index]!;
    const madeAt = BigInt(isYoung ? Date.now() - 86_400_000 : Date.UTC(2016, 0)) - BigInt(Date.UTC(2015, 0));
    peopleMade += 1;
    const discordId = String((madeAt << 22n) + BigInt(peopleMade));
    await db
      .insertInto('users')
      .values({ id, username: `buyer ${index}`, discordId })
      .execute();
    if (balance > 0) await credit(db, id, balance);
    if (isFrozen) await loseDeposit(db, id, cents(balance + 1));
  }
  return buyers;
}

async function insertAccounts(
  db: TestDatabase['db'],
  drawn: Drawn['accounts'],
  buyers: readonly string[],
  newIds: (count: number) => Promise<string[]>,
): Promise<readonly string[]> {
  const ids = await newIds(drawn.length);
  // read once, so that accounts with the same `usedBefore` get the same time
  const now = Date.now();
  for (const [
    index,
    { owner, ownerIsBanned, usedBefore, isManual, hasBought: _, ...stock },
  ] of drawn.entries()) {
    const userId = owner === null ? (await newIds(1))[0]! : buyers[owner]!;
    if (owner === null)
      await db
        .insertInto('users')
        .values({ id: userId, username: 'seller', isBanned: ownerIsBanned })
        .execute();
    const lastUsedAt = usedBefore === null ? null : new Date(now - 3_600_000 - usedBefore * 60_000);
    await db
      .insertInto('robloxAccounts')
      .values({
        id: ids[index]!,
        userId,
        lastUsedAt,
        isActive: false,
        ...{
          robuxBalance: stock.robux,
          rateCents: stock.rateCents,
          fulfilment: isManual ? 'manual' : 'auto',
        },
        ...{
          robloxUserId: Math.floor(Math.random() * 2 ** 50),
          username: `account ${index}`,
          status: 'online',
        },
        ...{
          sealedCookie: Buffer.from('x'),
          ownershipConfirmedAt: new Date(),
          ownershipIp: '',
          ownershipStatement: '',
        },
      })
      .execute();
  }
  return ids;
}

/** Records that accounts have bought the common pass, without the orders that they bought it for. */
async function recordBought({ asOwner }: TestDatabase, accounts: readonly string[]): Promise<void> {
  if (accounts.length === 0) return;
  await asOwner(`
    begin; set local session_replication_role = replica;
    insert into purchase_attempts (order_id, account_id, pass_id, price_robux, balance_before, state, ended_at)
      select new_id(), id, ${PASS.id}, 1, 1, 'bought', now() from unnest('{${accounts.join()}}'::uuid[]) as id;
    commit`);
}

async function tracesOf(
  database: TestDatabase,
  buyers: readonly string[],
  accounts: readonly string[],
): Promise<unknown> {
  const read = async (text: string) =>
    (await database.asOwner(text, [buyers])).rows as Record<string, unknown>[];
  const orders =
    await read(`select o.*, h.amount, h.remaining, h.state, h.opened_at = o.created_at as held_with_it,
      array(select e.code || e.details from order_events e where e.order_id = o.id order by e.id) as timeline,
      (select count(*)::int from pgboss.job j where j.name = 'orders.buy-gamepass' and j.data ->> 'orderId' = o.id::text) as jobs
    from orders o join ledger_holds h on h.key = 'order ' || o.id where o.buyer_id = any ($1)
    order by (select min(e.id) from order_events e where e.order_id = o.id)`);
  const keys = await read(
    `select user_id, key, request_hash, status, created_at, reply from idempotency_keys
     where user_id = any ($1) order by user_id, key`,
  );
  // empty wallets are ignored: a batch creates one for a refused buyer by locking it, a single placement does not
  const wallets = await read(
    `select a.name, b.posted, b.held from ledger_accounts a join ledger_balances b on b.account_id = a.id
     where a.user_id = any ($1) and (b.posted, b.held) <> (0, 0) order by a.user_id, a.wallet`,
  );
  const { rows: stock } = await database.asOwner(
    `select robux_balance, reserved_robux, total_sold, rank() over (order by last_used_at nulls first) as turn
     from roblox_accounts where id = any ($1) order by id`,
    [accounts],
  );
  return plain({ orders, keys, wallets, stock }, buyers, accounts);
}

const TIMES = ['created_at', 'next_check_at', 'createdAt', 'at'];

/** Replaces buyer and account ids by indexes, and all other ids and times by placeholders. */
export function plain(value: unknown, buyers: readonly string[], accounts: readonly string[]): unknown {
  const text = JSON.stringify(value, (key, inner) => (TIMES.includes(key) ? 'a time' : inner));
  const named = text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
    if (buyers.includes(id)) return `buyer ${buyers.indexOf(id)}`;
    return accounts.includes(id) ? `account ${accounts.indexOf(id)}` : 'an id';
  });
  return JSON.parse(named);
}
