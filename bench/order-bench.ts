import { join } from 'node:path';
import { proveBooks } from '../server/src/money/ledger/proof.ts';
import { installSettings } from '../server/src/people/settings/settings.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openPool, type Pool } from '../server/src/platform/db/pool.ts';
import { installQueues, openQueue } from '../server/src/platform/jobs/queue.ts';
import { openVault } from '../server/src/platform/vault/vault.ts';
import { type OrderBatcher, openOrderBatcher } from '../server/src/trade/orders/placing/order-batcher.ts';
import { request } from '../server/test/placement-world.ts';
import { credit } from '../server/test/wallets.ts';
import { openDatabase, query } from './database.ts';

export interface OrderBench {
  readonly serverUrl: string;
  /** A folder for further files of the bench. */
  readonly directory: string;
  readonly url: string;
  readonly pool: Pool;
  readonly batcher: OrderBatcher;
  readonly buyers: readonly string[];
  /** Puts this many accounts of different sellers up for sale, and takes all others off sale. */
  sell(accounts: number): Promise<void>;
  /** Places an order of 100 to 999 Robux with a new idempotency key. */
  order(buyerId: string): Promise<void>;
  /** Throws unless the database has exactly the acknowledged orders and the books balance. */
  prove(acknowledged: number): Promise<void>;
  close(): Promise<void>;
}

const BUYERS = 1_000;

/** Opens a new PostgreSQL with fsync on, buyers with money, and the order batcher. */
export async function openOrderBench(): Promise<OrderBench> {
  const database = await openDatabase({ max_connections: '300' });
  await query(database.url, 'create database orders');
  const { href: url } = Object.assign(new URL(database.url), { pathname: '/orders' });
  await migrate(url);
  await installQueues(url);
  const pool = openPool(url, { role: null, max: 4 });
  await installSettings(pool.db, 'sandbox');
  const queue = openQueue(url, { listen: false });
  await queue.start();
  const vault = openVault(join(database.directory, 'vault.json'), { create: true });
  const batcher = openOrderBatcher({ db: pool.db, queue, vault });
  const buyers = await insertPeople(pool, 'buyer', BUYERS);
  for (const id of buyers) await credit(pool.db, id, 1_000_000_000_000);
  let requests = 0;
  return {
    serverUrl: database.url,
    directory: database.directory,
    url,
    pool,
    batcher,
    buyers,
    sell: async (accounts) => {
      await pool.pg.query('update roblox_accounts set is_active = false where is_active');
      const sellers = await insertPeople(pool, 'seller', accounts);
      await pool.pg.query(
        `insert into roblox_accounts (user_id, roblox_user_id, username, robux_balance, rate_cents, status, sealed_cookie,
           ownership_confirmed_at, ownership_ip, ownership_statement)
         select id, (random() * 1e15)::bigint, 'bench', 1000000000000, 300, 'online', 'x', now(), '', '' from unnest($1::uuid[]) id`,
        [sellers],
      );
      await pool.pg.query('vacuum analyze');
    },
    order: async (buyerId) => {
      requests += 1;
      await batcher.place(request(buyerId, 100 + (requests % 900), `bench-${requests}`, requests));
    },
    prove: async (acknowledged) => {
      const { rows } = await pool.pg.query<{ count: number }>('select count(*) from orders');
      if (rows[0]!.count !== acknowledged)
        throw new Error(`${acknowledged} acknowledged, ${rows[0]!.count} stored`);
      const differences = await proveBooks(pool.db);
      if (differences.length > 0)
        throw new Error(`the books do not balance: ${JSON.stringify(differences[0])}`);
    },
    close: async () => {
      await batcher.close();
      await queue.stop({ graceful: false });
      await pool.close();
      await database.close();
    },
  };
}

async function insertPeople({ pg }: Pool, name: string, count: number): Promise<string[]> {
  const { rows } = await pg.query<{ id: string }>(
    'insert into users (username) select $1 from generate_series(1, $2::int) returning id',
    [name, count],
  );
  return rows.map(({ id }) => id);
}
