import { expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import type { Seller } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { setEmergencyStop } from '../../../../test/settings.ts';
import { stepNow } from '../../../../test/steps.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import { recordRestore } from '../../../money/restores/restores.ts';
import { GameTrouble } from '../../../outside/game-platform.ts';
import { inTransaction } from '../../../platform/db/pool.ts';

/** The database is restored to a moment before an order was bought. No worker runs. A second account could buy the gamepass again. */
const world = useOrderWorld();
let sela: Seller;
let nova: Caller;
let pass: SandboxPass;

const work = (id: string) => stepNow(world.orderServices, id);
const open = async () => {
  nova = await world.buyer(1_000);
  pass = await world.pass(1_000);
};
const openMarket = async () => {
  sela = await world.seller(5_000, 2);
  await world.seller(5_000, 3);
};
const buyAtRoblox = () => world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });

/** What happened after the backup is lost, except at Roblox. The owner lifts the stop. */
async function restore(): Promise<void> {
  await inTransaction(world.services.db, (tx) => recordRestore(tx, { cause: 'copy' }));
  await setEmergencyStop(world.database, false);
}

async function order(): Promise<string> {
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  expect(placed.body.accountId).toBe(sela.accountId);
  return String(placed.body.id);
}

const read = (id: string) =>
  world.services.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select(['status', 'accountId'])
    .executeTakeFirstOrThrow();

async function decide(id: string, decision: 'approve' | 'reject', why = 'The database was restored') {
  const ruth = await world.signIn('ruth', 'admin');
  const { body } = await ruth.call('GET', '/api/admin/reviews?kind=manual_order');
  const reviews = body as unknown as { id: string; subjectId: string; facts: { why: string[] } }[];
  const review = reviews.find(({ subjectId }) => subjectId === id)!;
  expect(review.facts.why).toEqual([expect.stringContaining(why)]);
  await ruth.call('POST', `/api/admin/reviews/${review.id}`, { decision, reason: 'Checked' });
}

test.each([
  ['approve', 'completed', 200],
  ['reject', 'failed', 0],
] as const)(
  'an order that was bought after the backup is not bought again, and staff can %s it',
  async (decision, status, paid) => {
    await open();
    await openMarket();
    const id = await order();
    await buyAtRoblox();
    await restore();
    for (let times = 0; times < 3; times += 1) await work(id);
    expect(await read(id)).toEqual({ status: 'manual', accountId: sela.accountId });
    expect(await world.purchasesSeen(pass)).toEqual([]);
    expect((await world.wallet(nova)).held).toBe(200);
    await decide(id, decision);
    expect(await read(id)).toMatchObject({ status });
    expect((await world.wallet(sela, 'seller')).posted).toBe(paid);
    expect((await world.wallet(nova)).held).toBe(0);
  },
);

test.each([[{}], [{ isForSale: false }]])(
  'an order that another account has bought is not bought again (%o since then)',
  async (change) => {
    await open();
    sela = await world.seller(5_000, 2);
    const mira = await world.seller(5_000, 3);
    const id = await order();
    await world.control('POST', '/game/buy', { accountId: mira.game.id, passId: pass.id });
    await world.control('PATCH', `/game/passes/${pass.id}`, change);
    await restore();
    for (let times = 0; times < 3; times += 1) await work(id);
    expect(await read(id)).toEqual({ status: 'manual', accountId: sela.accountId });
    expect(await world.purchasesSeen(pass)).toEqual([]);
    await decide(id, 'reject', `the account ${mira.game.username} owns this gamepass`);
  },
);

test('neither is one whose gamepass was taken off sale since then', async () => {
  await open();
  await openMarket();
  const id = await order();
  await buyAtRoblox();
  await world.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  await restore();
  await work(id);
  expect(await read(id)).toMatchObject({ status: 'manual' });
  await decide(id, 'approve');
});

test('a pre-order that was matched and bought after the backup is not bought again', async () => {
  await open();
  const placed = await nova.call('POST', '/api/pre-orders', {
    robuxAmount: 1_000,
    maxRatePerThousand: 6,
    gamepassUrl: pass.url,
  });
  expect(placed.status).toBe(201);
  await restore();
  await openMarket();
  await buyAtRoblox();
  const { orderId } = await world.services.db
    .selectFrom('preOrders')
    .where('id', '=', String(placed.body.id))
    .select('orderId')
    .executeTakeFirstOrThrow();
  for (let times = 0; times < 3; times += 1) await work(orderId!);
  expect(await read(orderId!)).toEqual({ status: 'manual', accountId: sela.accountId });
  expect(await world.purchasesSeen(pass)).toEqual([]);
  await decide(orderId!, 'approve');
});

test('an order after the restore moves on from an account that owns the gamepass', async () => {
  await open();
  await restore();
  nova = await world.buyer(1_000);
  await openMarket();
  const id = await order();
  await buyAtRoblox();
  for (let times = 0; times < 3; times += 1) await work(id);
  expect(await read(id)).toMatchObject({ status: 'completed' });
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
});

test('an order of a restored database waits while Roblox does not answer, and keeps its tries', async () => {
  await open();
  await openMarket();
  const id = await order();
  await restore();
  const silent = async (): Promise<never> => {
    throw new GameTrouble({ kind: 'unavailable' }, 'ownership');
  };
  const game = { ...world.services.game, ownsGamepass: silent, gamepass: silent };
  for (let times = 0; times < 2; times += 1) await stepNow({ ...world.orderServices, game }, id);
  const { status, tries, nextCheckAt } = await world.services.db
    .selectFrom('orders')
    .where('id', '=', id)
    .select(['status', 'tries', 'nextCheckAt'])
    .executeTakeFirstOrThrow();
  expect([status, tries]).toEqual(['pending', 0]);
  expect(nextCheckAt!.getTime()).toBeGreaterThan(Date.now() + 20_000);
  await work(id);
  expect(await read(id)).toEqual({ status: 'completed', accountId: sela.accountId });
});
