import { expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import type { Seller } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { stepNow } from '../../../../test/steps.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';

/** An account buys a gamepass, its owner gives the gamepass up, and the gamepass is ordered again. No worker runs. */
const world = useOrderWorld();

test('rare day 1: an account that bought the pass before is not chosen again', async () => {
  const { sela, nova, pass } = await boughtAndGivenUp();
  const refused = await world.order(nova, pass, 1_000);
  expect([refused.status, refused.body.code]).toEqual([409, 'out_of_stock']);
  const mira = await world.seller(5_000, 3);
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  expect([placed.status, placed.body.accountId]).toEqual([201, mira.accountId]);
  const other = await world.order(nova, await world.pass(500), 500);
  expect(other.body.accountId).toBe(sela.accountId);
});

test('rare day 1: an order is not reassigned to an account that bought the pass before', async () => {
  const { nova, pass } = await boughtAndGivenUp();
  const broken = await world.seller(5_000, 1.5);
  const mira = await world.seller(5_000, 3);
  await world.control('PATCH', `/game/accounts/${broken.game.id}`, { cookieValid: false });
  const placed = await world.order(nova, pass, 1_000, { ratePerThousand: 6 });
  expect(placed.body.accountId).toBe(broken.accountId);
  await work(placed.body.id);
  await work(placed.body.id);
  expect(await read(nova, placed.body.id)).toMatchObject({ status: 'completed', accountId: mira.accountId });
});

test('rare day 1: a part of a split order is not given to an account that bought the pass before', async () => {
  const { nova, pass } = await boughtAndGivenUp();
  await world.seller(3_000, 2);
  const split = await world.order(nova, pass, 6_000, { buyerCookie: pass.ownerCookie });
  expect([split.status, split.body.code]).toEqual([409, 'out_of_stock']);
});

test('rare day 1: an order that was placed before the pass was given up is reassigned', async () => {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(5_000);
  const pass = await world.pass(1_000);
  const [first, second] = [await world.order(nova, pass, 1_000), await world.order(nova, pass, 1_000)];
  await work(first.body.id);
  await giveUp(sela, pass);
  await work(second.body.id);
  expect(await read(nova, second.body.id)).toMatchObject({ status: 'failed' });
  expect(await paidBy(sela)).toBe(1);
});

test.each([
  ['approve', 'completed', 400],
  ['reject', 'failed', 200],
] as const)(
  'rare day 1: a completion that keeps failing becomes a review, and staff can %s it',
  async (decision, status, earned) => {
    const { sela, nova, pass, id } = await boughtTwice();
    const other = String((await world.order(nova, await world.pass(500), 500)).body.id);
    for (let failures = 0; failures < 5; failures += 1) await work(id);
    expect(await read(nova, id)).toMatchObject({ status: 'processing' });
    expect((await world.wallet(nova)).held).toBe(200 + 100);
    const review = await reviewOf(id);
    expect(review?.facts.why).toEqual([expect.stringContaining('paid for the same gamepass before')]);

    await work(other);
    expect(await read(nova, other)).toMatchObject({ status: 'completed', accountId: sela.accountId });
    await work(id);
    expect((await world.wallet(nova)).held).toBe(200);

    const admin = await world.signIn('ruth', 'admin');
    const answer = await admin.call('POST', `/api/admin/reviews/${review!.id}`, {
      decision,
      reason: 'Checked',
    });
    expect(answer.status).toBe(200);
    expect(await read(nova, id)).toMatchObject({ status });
    expect((await world.wallet(sela, 'seller')).posted).toBe(earned + 100);
    expect((await world.wallet(nova)).held).toBe(0);
    expect(await paidBy(sela, pass)).toBe(2);
  },
);

test.each(['approve', 'reject'] as const)(
  'rare day 1: an order that fails for any reason becomes a review, and staff can %s it',
  async (decision) => {
    const sela = await world.seller(5_000, 2);
    const nova = await world.buyer(1_000);
    const pass = await world.pass(1_000);
    const { id } = (await world.order(nova, pass, 1_000)).body;
    const broken = () => Promise.reject(new TypeError('a bug'));
    for (let failures = 0; failures < 4; failures += 1) await work(id, { gamepass: broken });
    expect(await reviewOf(id)).toBeUndefined();
    await work(id, { gamepass: broken });
    const review = await reviewOf(id);
    expect(review?.facts.why).toEqual([expect.stringMatching(/failed 5 times in a row.*TypeError/)]);
    await work(id);
    expect(await world.purchasesSeen(pass)).toHaveLength(0);

    const admin = await world.signIn('ruth', 'admin');
    await admin.call('POST', `/api/admin/reviews/${review!.id}`, { decision, reason: 'Checked' });
    const isApproved = decision === 'approve';
    expect(await read(nova, id)).toMatchObject({ status: isApproved ? 'completed' : 'failed' });
    expect((await world.wallet(sela, 'seller')).posted).toBe(isApproved ? 200 : 0);
    expect((await world.wallet(nova)).held).toBe(0);
  },
);

test('rare day 1: failures that are not in a row are forgotten', async () => {
  await world.seller(5_000, 2);
  const nova = await world.buyer(1_000);
  const { id } = (await world.order(nova, await world.pass(1_000), 1_000)).body;
  const broken = { gamepass: () => Promise.reject(new TypeError('a bug')) };
  for (let failures = 0; failures < 4; failures += 1) await work(id, broken);
  await world.control('POST', '/faults', {
    service: 'game-platform',
    path: '/user/currency',
    kind: 'status',
    status: 503,
  });
  await work(id);
  for (let failures = 0; failures < 4; failures += 1) await work(id, broken);
  expect(await reviewOf(id)).toBeUndefined();
  await work(id);
  expect(await read(nova, id)).toMatchObject({ status: 'completed' });
});

/** An account that was paid for a pass and gave it up. */
async function boughtAndGivenUp() {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(5_000);
  const pass = await world.pass(1_000);
  const first = await world.order(nova, pass, 1_000);
  await work(first.body.id);
  expect(await read(nova, first.body.id)).toMatchObject({ status: 'completed' });
  await giveUp(sela, pass);
  return { sela, nova, pass };
}

/** An account that has bought the same pass for two orders. The attempt of the second order is open. */
async function boughtTwice() {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(5_000);
  const pass = await world.pass(1_000);
  const first = await world.order(nova, pass, 1_000);
  const id = String((await world.order(nova, pass, 1_000)).body.id);
  await work(first.body.id);
  await giveUp(sela, pass);
  const { db } = world.services;
  await db.updateTable('orders').set({ status: 'processing' }).where('id', '=', id).execute();
  await db
    .insertInto('purchaseAttempts')
    .values({
      orderId: id,
      accountId: sela.accountId,
      passId: pass.id,
      priceRobux: 1_000,
      balanceBefore: 4_000,
    })
    .execute();
  await world.control('POST', '/game/buy', { accountId: sela.game.id, passId: pass.id });
  return { sela, nova, pass, id };
}

const giveUp = ({ game }: Seller, pass: SandboxPass) =>
  world.control('POST', '/game/give-up', { accountId: game.id, passId: pass.id });

const work = (id: unknown, game: object = {}) =>
  stepNow({ ...world.orderServices, game: { ...world.services.game, ...game } }, String(id));

const read = async (who: Caller, id: unknown) => (await who.call('GET', `/api/robux/orders/${id}`)).body;

async function paidBy(seller: Seller, pass?: SandboxPass): Promise<number> {
  const { transactions } = await world.gameAccount(seller);
  return transactions.filter(({ type, passId }) => type === 'Purchase' && (!pass || passId === pass.id))
    .length;
}

interface ShownReview {
  readonly id: string;
  readonly subjectId: string;
  readonly facts: { readonly why?: string[] };
}
async function reviewOf(id: unknown): Promise<ShownReview | undefined> {
  const admin = await world.signIn('ruth', 'admin');
  const { body } = await admin.call('GET', '/api/admin/reviews?kind=manual_order');
  return (body as unknown as ShownReview[]).find(({ subjectId }) => subjectId === id);
}
