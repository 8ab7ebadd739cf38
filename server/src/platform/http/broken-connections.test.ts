import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Called } from '../../../test/app.ts';
import { lockIsAwaited, openTransaction } from '../../../test/lock-waits.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';

/** Connections to the database that break while they answer a request. */
let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(async () => expect(await world.differences()).toEqual([]));
afterAll(() => world.close());

const answerOf = ({ status, body, headers }: Called) => [status, body.code, headers['retry-after']];

/** Locks something, and ends the connection of `call` as soon as it waits for the lock. */
async function breakDuring(locks: RawBuilder<unknown>, call: () => Promise<Called>): Promise<Called> {
  const { finished, release } = await openTransaction(world.database.db, async (tx) => {
    await locks.execute(tx);
  });
  try {
    const answer = call();
    await lockIsAwaited(world.database);
    await world.database.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return await answer;
  } finally {
    release();
    await finished;
  }
}

test('access 17: a read whose connection breaks is answered with 503 and a time to try again', async () => {
  const nova = await world.buyer(0);
  const before = world.log().length;
  const locks = sql`lock table listings in access exclusive mode`;
  const read = await breakDuring(locks, () => nova.call('GET', '/api/listings'));
  expect(answerOf(read)).toEqual([503, 'service_unavailable', '5']);
  // a connection of a background read may have been ended too
  await expect.poll(async () => (await nova.call('GET', '/api/listings')).status).toBe(200);
  expect(world.log().slice(before)).toContain('a connection broke during a request');
  expect(world.log().slice(before)).not.toContain('"stack"');
});

test('access 17: a write whose connection breaks may be repeated with its key, and has one effect', async () => {
  const nova = await world.buyer(10_000);
  const listing = await world.list(await world.seller());
  const key = randomUUID();
  const locks = sql`select from listings where id = ${listing.id} for update`;
  const broken = await breakDuring(locks, () => world.buy(nova, listing, {}, key));
  expect(answerOf(broken)).toEqual([503, 'answer_lost', '5']);
  expect((await world.wallet(nova)).held).toBe(0);
  const repeated = await world.buy(nova, listing, {}, key);
  expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await world.wallet(nova)).held).toBe(10_000);
});

test('access 17: a write whose connection breaks after its commit is not repeated', async () => {
  const nova = await world.buyer(10_000);
  const listing = await world.list(await world.seller());
  const key = randomUUID();
  const mended = loseNextCommit();
  expect(answerOf(await world.buy(nova, listing, {}, key))).toEqual([503, 'answer_lost', '5']);
  mended();
  const repeated = await world.buy(nova, listing, {}, key);
  expect([repeated.status, repeated.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect((await world.wallet(nova)).held).toBe(10_000);
});

test('access 17: a write that meets a deadlock at each try is refused with 503, because nothing has happened', async () => {
  const seller = await world.seller();
  await world.database.asOwner(`
    create function deadlock() returns trigger language plpgsql as $$
      begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
    create trigger deadlock before insert on listings for each row execute function deadlock()`);
  const terms = { itemType: 'robux', quantity: 1, pricePerUnit: 5, deliveryTime: '1 hour' };
  const list = () => seller.call('POST', '/api/listings', { title: 'Hat', ...terms });
  expect(answerOf(await list())).toEqual([503, 'service_unavailable', '5']);
  await world.database.asOwner('drop trigger deadlock on listings');
  expect((await list()).status).toBe(201);
});

/** The next commit of a request succeeds, and its connection breaks before the answer arrives. The returned function undoes it. */
function loseNextCommit(): () => void {
  const { pg } = world.services.requestPool;
  const connect = pg.connect.bind(pg);
  let isLost = false;
  Object.assign(pg, {
    connect: async () => {
      const client = await connect();
      const query = client.query.bind(client) as (...input: unknown[]) => Promise<unknown>;
      Object.assign(client, {
        query: async (...input: unknown[]) => {
          const done = await query(...input);
          if (input[0] !== 'commit' || isLost) return done;
          isLost = true;
          (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
          throw new Error('Connection terminated unexpectedly');
        },
      });
      return client;
    },
  });
  return () => Object.assign(pg, { connect });
}
