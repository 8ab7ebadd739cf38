import { randomBytes } from 'node:crypto';
import { type Cents, type Rate, robux } from '@sterling/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { freshPrice } from '../src/money/prices/prices.reads.ts';
import { requestWithdrawal } from '../src/money/withdrawals/withdrawals.ts';
import { createSession } from '../src/people/sessions/sessions.ts';
import { inTransaction } from '../src/platform/db/pool.ts';
import { accountCookieContext } from '../src/supply/roblox-accounts/session.ts';
import { createListing } from '../src/trade/listings/listings.ts';
import { placePreOrder } from '../src/trade/pre-orders/pre-orders.ts';
import { openReview } from '../src/trade/reviews/reviews.ts';
import { buyListing } from '../src/trade/transactions/buying.ts';
import type { TestApp } from './app.ts';
import { freshAddress, setPrice } from './payer.ts';
import { PASS } from './placement-world.ts';
import { insertAccount, insertPerson } from './stock.ts';
import { credit } from './wallets.ts';

/** Makes a new object that belongs to a user, whatever their role, and returns its id. */
export type Maker = (world: Pick<TestApp, 'database' | 'services'>, owner: string) => Promise<string>;

/** Objects that belong to users, with the table that stores them. */
export const OBJECTS = {
  user: { table: 'users', make: async (_world, owner) => owner },
  session: {
    table: 'sessions',
    make: async ({ services: { db } }, owner) => {
      await inTransaction(db, (tx) => createSession(tx, owner, { ip: '10.0.0.7', userAgent: 'phone' }));
      return idIn(db, sql`select id from sessions where user_id = ${owner} order by id desc limit 1`);
    },
  },
  account: {
    table: 'roblox_accounts',
    make: async ({ services: { db, vault }, database }, owner) => {
      const id = await insertAccount(database, { owner, rateCents: 300, robux: 1_000 });
      const sealedCookie = vault.seal('a cookie that Roblox does not know', accountCookieContext(id));
      await db.updateTable('robloxAccounts').set({ sealedCookie }).where('id', '=', id).execute();
      return id;
    },
  },
  accountImport: {
    table: 'account_imports',
    make: ({ services: { db } }, owner) =>
      idIn(db, sql`insert into account_imports (user_id, ip) values (${owner}, '10.0.0.7') returning id`),
  },
  proxy: {
    table: 'proxies',
    make: ({ services: { db } }, owner) => {
      const host = `${randomBytes(6).toString('hex')}.example`;
      return idIn(
        db,
        sql`insert into proxies (user_id, host, port) values (${owner}, ${host}, 8080) returning id`,
      );
    },
  },
  priceRule: {
    table: 'price_rules',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into price_rules (user_id, name, is_on, floor_cents, ceiling_cents, base_cents, pauses_below_floor, stock_steps,
            day_times, time_zone)
          values (${owner}, 'Rule', true, 200, 400, 300, false, '[]', '[]', 'UTC') returning id`,
      ),
  },
  listing: { table: 'listings', make: ({ services }, owner) => list(services, owner) },
  sale: {
    table: 'transactions',
    make: async (world, owner) => trade(world, owner, await insertPerson(world.database)),
  },
  purchase: {
    table: 'transactions',
    make: async (world, owner) => trade(world, await insertPerson(world.database), owner),
  },
  order: {
    table: 'orders',
    make: async (world, owner) => order(world, await insertPerson(world.database), owner),
  },
  orderToFill: {
    table: 'orders',
    make: async (world, owner) => order(world, owner, await insertPerson(world.database)),
  },
  preOrder: {
    table: 'pre_orders',
    make: async ({ services: { db } }, owner) => {
      await clearStock(db);
      await fund(db, owner);
      const wish = { robuxAmount: robux(200), maxRateCents: 300 as Rate, pass: PASS };
      return inTransaction(db, (tx) => placePreOrder(tx, owner, wish));
    },
  },
  withdrawal: {
    table: 'withdrawals',
    make: async ({ services: { db, config }, database }, owner) => {
      if (!(await freshPrice(db))) await setPrice(database, 8_500);
      await fund(db, owner, 'seller');
      const request = { amount: 20_00 as Cents, ltcAddress: freshAddress(), walletType: 'seller' } as const;
      const requester = { id: owner, isOwner: false };
      const made = await inTransaction(db, (tx) =>
        requestWithdrawal(tx, requester, request, config.litecoin.network),
      );
      return made.id;
    },
  },
  /** An authenticator app. From then on, its owner is asked for a check. */
  factor: {
    table: 'factors',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into factors (user_id, kind, name, confirmed_at, sealed_secret, last_step)
          values (${owner}, 'totp', 'Phone', now(), ${Buffer.from('sealed')}, 0) returning id`,
      ),
  },
  apiCredential: {
    table: 'api_credentials',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into api_credentials (user_id, name, token_hash, scopes)
          values (${owner}, 'Bot', ${randomBytes(32)}, array['read']) returning id`,
      ),
  },
  savedAddress: {
    table: 'withdrawal_addresses',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into withdrawal_addresses (user_id, label, address, usable_at)
          values (${owner}, 'Wallet', ${freshAddress()}, now()) returning id`,
      ),
  },
  priceAlert: {
    table: 'price_alerts',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into price_alerts (user_id, robux, rate_cents) values (${owner}, 1000, 300) returning id`,
      ),
  },
  standingOrder: {
    table: 'standing_orders',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into standing_orders (user_id, robux_amount, rate_cents, gamepass_url, pass_id, product_id, pass_name, creator_type,
            creator_target_id, weekday, hour, time_zone, next_at, try_at)
          values (${owner}, 1000, 300, ${PASS.url}, 1, 2, 'VIP', 'User', 3, 1, 12, 'UTC', now() + interval '1 day', now() + interval '1 day')
          returning id`,
      ),
  },
  webhook: {
    table: 'webhook_endpoints',
    make: ({ services: { db } }, owner) => {
      const url = `https://${randomBytes(6).toString('hex')}.example/`;
      return idIn(
        db,
        sql`insert into webhook_endpoints (user_id, url, kinds) values (${owner}, ${url}, '{orders}') returning id`,
      );
    },
  },
  entry: {
    table: 'inbox_entries',
    make: ({ services: { db } }, owner) =>
      idIn(
        db,
        sql`insert into inbox_entries (user_id, kind, code, details) values (${owner}, 'orders', 'order_completed', '{}') returning id`,
      ),
  },
  /** A case for staff; its owner is the person concerned. */
  review: {
    table: 'reviews',
    make: async ({ services: { db } }, owner) => {
      const report = sql<{ id: string }>`
        insert into reports (roblox_username, contact, text, code) values ('a', 'b', 'c', 'd') returning id`;
      const subjectId = await idIn(db, report);
      await inTransaction(db, (tx) => openReview(tx, { kind: 'report', subjectId, userId: owner }));
      return idIn(db, sql`select id from reviews where subject_id = ${subjectId}`);
    },
  },
} as const satisfies Record<string, { table: string; make: Maker }>;

export type ObjectKind = keyof typeof OBJECTS;

/** An object's row as text, to see whether it changed. Null if it is gone. */
export async function rowOf(
  { services: { db } }: Pick<TestApp, 'services'>,
  kind: ObjectKind,
  id: string,
): Promise<string | null> {
  const table = sql.raw(OBJECTS[kind].table);
  const { rows } = await sql<{
    row: string;
  }>`select to_jsonb(t)::text as row from ${table} t where id = ${id}`.execute(db);
  return rows[0]?.row ?? null;
}

type Database = TestApp['database'];
type Services = TestApp['services'];

async function idIn(db: Services['db'], statement: RawBuilder<{ id: string }>): Promise<string> {
  return String((await statement.execute(db)).rows[0]!.id);
}

/** The next order or pre-order finds no other stock. */
const clearStock = (db: Services['db']) =>
  db.updateTable('robloxAccounts').set({ isActive: false }).execute();

const fund = (db: Services['db'], userId: string, wallet: 'buyer' | 'seller' = 'buyer') =>
  credit(db, userId, 100_00, { wallet });

function list({ db }: Services, sellerId: string): Promise<string> {
  const terms = { title: 'Golden Crown', itemType: 'premium_items', deliveryTime: '1 hour' } as const;
  return inTransaction(db, (tx) =>
    createListing(tx, sellerId, { ...terms, quantity: 1, pricePerUnit: 10_00 as Cents }),
  );
}

async function trade(
  { services }: { services: Services },
  sellerId: string,
  buyerId: string,
): Promise<string> {
  const listingId = await list(services, sellerId);
  await fund(services.db, buyerId);
  const price = { pricePerUnit: 10_00 as Cents, totalAmount: 10_00 as Cents, platformFee: 50 as Cents };
  return inTransaction(services.db, (tx) => buyListing(tx, buyerId, { listingId, sellerId, ...price }));
}

async function order(
  { services, database }: { services: Services; database: Database },
  sellerId: string,
  buyerId: string,
): Promise<string> {
  await clearStock(services.db);
  await insertAccount(database, { owner: sellerId, rateCents: 300, robux: 1_000 });
  await fund(services.db, buyerId);
  const wanted = { robuxAmount: robux(100), pass: PASS };
  const { body } = await services.orderBatcher.place({
    buyerId,
    order: wanted,
    keyed: null,
    authority: null,
  });
  return (body as { id: string }).id;
}
