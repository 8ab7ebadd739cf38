import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Called, Caller } from '../../../../test/app.ts';
import { type OrderWorld, openOrderWorld, type Seller } from '../../../../test/order-world.ts';
import { eventually, type ProductProcess, startProcess } from '../../../../test/processes.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { seeded } from '../../../../test/seeded.ts';

/** kill -9 of real workers. The sandbox's own ledger shows who paid what. KILLS=20 SEED=7 runs longer. */
const KILLS = Number(process.env.KILLS ?? 2);
const SEED = Number(process.env.SEED ?? 1);

// A process takes seconds to start, and longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 + 30_000 * KILLS, hookTimeout: 120_000 });

let world: OrderWorld;
let worker: ProductProcess;
/** When the last worker was killed. */
let killedAt = new Date();
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
  await startWorker();
});
afterEach(async () => {
  expect(await world.differences()).toEqual([]);
  await world.clear();
});
afterAll(async () => {
  await worker.kill();
  await world.close();
});

async function startWorker(): Promise<void> {
  const { database, sandboxUrl, services } = world;
  const directory = services.config.dataDir;
  worker = await startProcess('worker', { databaseUrl: database.url, sandboxUrl, directory });
}

async function killWorker(): Promise<void> {
  await worker.kill();
  killedAt = new Date();
}

/** The call that hangs when the worker dies, and how often the pass is paid by then. */
const MOMENTS: [name: string, fault: object, paid: number][] = [
  ['before the mark', { path: '/user/currency', kind: 'timeout-before' }, 0],
  ['between mark and act', { method: 'POST', path: '/purchase', kind: 'timeout-before' }, 0],
  ['between act and record', { method: 'POST', path: '/purchase', kind: 'slow', seconds: 60 }, 1],
  ['while it confirms', { path: '/transaction-records', kind: 'slow', seconds: 60 }, 1],
];
test.each(MOMENTS)(
  'S4.11 after a worker is killed %s, the next worker completes the order, and the pass is paid once',
  async (_at, hangs, paid) => {
    const sela = await world.seller(5_000, 3);
    const nova = await world.buyer(1_000);
    const pass = await world.pass(1_000);
    await world.control('POST', '/faults', { service: 'game-platform', times: 1, ...hangs });
    const placed = await world.order(nova, pass, 1_000);
    await eventually(async () => {
      const [fault] = await world.control<{ hits: number }[]>('GET', '/faults');
      return fault!.hits > 0;
    });
    await killWorker();
    await eventually(async () => (await timesPaid(pass, [sela])) === paid);
    await world.control('DELETE', '/faults');

    await startWorker();
    await ended(nova, placed);
    expect(await world.final(nova, placed)).toMatchObject({ status: 'completed' });
    expect(await timesPaid(pass, [sela])).toBe(1);
    expect((await world.gameAccount(sela)).robux).toBe(4_000);
    expect((await world.wallet(sela, 'seller')).posted).toBe(300);
  },
);

test('S4.11 with random orders and killed workers the books are correct and no pass is paid twice', async () => {
  const below = seeded(SEED);
  const sellers = await Promise.all([2, 3, 3].map((dollars) => world.seller(6_000, dollars)));
  const buyers = await Promise.all([1, 2, 3].map(() => world.buyer(20_000)));
  const wanted: Wanted[] = [];
  for (let round = 0; round <= KILLS; round += 1) {
    for (let n = 0; n < 4; n += 1) {
      const one = await placeOne(buyers[below(3)]!, below(3) === 0 ? 'pre-orders' : 'robux/orders');
      if (one) wanted.push(one);
    }
    for (const kind of ['slow', 'reset-after', 'reset-before', 'status'].slice(below(4)))
      await world.control('POST', '/faults', {
        service: 'game-platform',
        path: ['/purchase', '/is-owned', '/user/currency'][below(3)],
        kind,
        times: 1 + below(3),
        seconds: 0.3,
      });
    await sleep(below(1_500));
    if (round === KILLS) break;
    await killWorker();
    await startWorker();
  }
  await world.control('DELETE', '/faults');
  sellers.push(await world.seller(30_000, 4));
  expect(wanted.length).toBeGreaterThan(KILLS);
  for (const { buyer, pass, order } of wanted) {
    const placed = await eventually(order, { withinMs: 60_000, everyMs: 300 });
    await ended(buyer, placed);
    const { status } = await world.final(buyer, placed);
    expect([status, await timesPaid(pass, sellers)]).toEqual([status, status === 'completed' ? 1 : 0]);
  }
});

interface Wanted {
  readonly buyer: Caller;
  readonly pass: SandboxPass;
  /** The order. Null while a pre-order has none. */
  order(): Promise<Called | null>;
}

/** Places an order or a pre-order of 500 Robux. Null if it was refused. */
async function placeOne(buyer: Caller, noun: 'pre-orders' | 'robux/orders'): Promise<Wanted | null> {
  const pass = await world.pass(500);
  const isOrder = noun === 'robux/orders';
  const placed = await buyer.call('POST', `/api/${noun}`, {
    robuxAmount: 500,
    gamepassUrl: pass.url,
    [isOrder ? 'ratePerThousand' : 'maxRatePerThousand']: isOrder ? 3 : 4,
  });
  if (placed.status !== 201) return null;
  if (isOrder) return { buyer, pass, order: async () => placed };
  return {
    buyer,
    pass,
    order: async () => {
      // end the waiting time of a pre-order whose order failed
      await world.database.asOwner(
        `update pre_orders set avoid_until = now(), next_check_at = case when waits_for = 'pass' then now() end
         where id = $1 and status = 'waiting' and avoid_until > now()`,
        [placed.body.id],
      );
      const { rows } = await world.database.asOwner(
        `select o.id from pre_orders p join orders o on o.id = p.order_id where p.id = $1 and o.status = 'completed'`,
        [placed.body.id],
      );
      return rows[0] ? { ...placed, body: { id: rows[0].id } } : null;
    },
  };
}

/** How often the sandbox took money for a pass, from any account. */
async function timesPaid(pass: SandboxPass, sellers: readonly Seller[]): Promise<number> {
  const accounts = await Promise.all(sellers.map((seller) => world.gameAccount(seller)));
  const paid = accounts.flatMap(({ transactions }) =>
    transactions.filter(({ type, passId }) => type === 'Purchase' && passId === pass.id),
  );
  return paid.length;
}

/**
 * Waits for the end of an order. Skips the time in which a lost purchase may still take effect, but not for a purchase that the
 * running worker is about to send: it would be too late.
 */
async function ended(buyer: Caller, { body: { id } }: Called): Promise<void> {
  await eventually(
    async () => {
      await world.database.asOwner(
        `update purchase_attempts set
           marked_at = now() - interval '1 minute', call_ended_at = call_ended_at - interval '1 minute'
         where order_id = $1 and ended_at is null and (state = 'unclear' or marked_at < $2)`,
        [id, killedAt],
      );
      await world.database.asOwner(
        `update orders set next_check_at = now() where id = $1 and next_check_at > now() + interval '1 second'`,
        [id],
      );
      const { body } = await buyer.call('GET', `/api/robux/orders/${id}`);
      return body.status === 'completed' || body.status === 'failed';
    },
    { withinMs: 60_000, everyMs: 300 },
  );
}
