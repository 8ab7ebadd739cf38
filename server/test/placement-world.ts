import { robux } from '@sterling/contract/money.ts';
import { proveBooks } from '../src/money/ledger/proof.ts';
import type { Answer } from '../src/platform/idempotency/answers.ts';
import { openQueue, type Queue } from '../src/platform/jobs/queue.ts';
import type { Vault } from '../src/platform/vault/vault.ts';
import { Refusal } from '../src/refusal.ts';
import { type OrderBatcher, openOrderBatcher } from '../src/trade/orders/placing/order-batcher.ts';
import type { PassToBuy } from '../src/trade/orders/placing/order-row.ts';
import type { PlacementRequest } from '../src/trade/orders/placing/placement-request.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertAccount, insertPerson } from './stock.ts';
import { makePerson } from './wallets.ts';

export interface PlacementWorld {
  readonly database: TestDatabase;
  readonly queue: Queue;
  readonly vault: Vault;
  /** Two batchers on one database, as with two web processes. */
  readonly batchers: readonly [OrderBatcher, OrderBatcher];
  /** Creates a buyer with a balance and returns their id. */
  buyer(cents: number): Promise<string>;
  /** Creates an account of a new seller and returns its id. */
  stock(amount: number, rateCents?: number): Promise<string>;
  /** Places requests concurrently, by both batchers or by the given one. Returns ids or refusal codes. */
  place(requests: readonly PlacementRequest[], batcher?: OrderBatcher): Promise<unknown[]>;
  /** Proves the books and takes all stock off sale. Call it between tests. */
  clear(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Opens a database with a queue, two batchers and no users. */
export async function openPlacementWorld(): Promise<PlacementWorld> {
  const database = await openTestDatabase();
  const queue = openQueue(database.url, { listen: false });
  await queue.start();
  // orders here have no cookies
  const vault = {} as Vault;
  const open = () => openOrderBatcher({ db: database.db, queue, vault });
  const batchers = [open(), open()] as const;
  return {
    database,
    queue,
    vault,
    batchers,
    buyer: (cents) => makePerson(database.db, 'nova', cents),
    stock: async (amount, rateCents = 300) =>
      insertAccount(database, { owner: await insertPerson(database), rateCents, robux: amount }),
    place: (requests, batcher) =>
      Promise.all(
        requests.map((request, index) => (batcher ?? batchers[index % 2]!).place(request).then(idOf, codeOf)),
      ),
    clear: async () => {
      const differences = await proveBooks(database.db);
      await database.asOwner('update roblox_accounts set is_active = false');
      return differences;
    },
    close: async () => {
      for (const batcher of batchers) await batcher.close();
      await queue.stop({ graceful: false });
      await database.close();
    },
  };
}

export const idOf = ({ body }: Answer): string => (body as { id: string }).id;
const codeOf = (error: unknown): unknown => (error instanceof Refusal ? error.code : error);

/** All its numbers differ, and its name has characters that JSON escapes. */
export const PASS: PassToBuy = {
  url: 'https://www.roblox.com/game-pass/1',
  id: '1',
  productId: '2',
  name: 'V "I" P',
  creatorType: 'User',
  creatorTargetId: '3',
};

/** A placement request. `key` is its idempotency key; `body` stands for the rest of the request body. */
export const request = (
  buyerId: string,
  amount = 1_000,
  key: string | null = null,
  body = 1,
): PlacementRequest => ({
  buyerId,
  order: { robuxAmount: robux(amount), pass: PASS },
  keyed:
    key === null ? null : { userId: buyerId, key, requestHash: Buffer.alloc(32, body), beganAt: new Date() },
  authority: null,
});
