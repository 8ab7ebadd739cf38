import { expect, test } from 'vitest';
import type { Caller } from '../../../../test/app.ts';
import type { Seller } from '../../../../test/order-world.ts';
import type { SandboxPass } from '../../../../test/sandbox.ts';
import { stepNow } from '../../../../test/steps.ts';
import { useOrderWorld } from '../../../../test/use-order-world.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import { lockOpen } from '../order.ts';
import { markAttempt } from '../purchasing/attempts.ts';
import { reassign } from '../purchasing/outcomes.ts';

/** Which account a manual sale is booked for. No worker runs: each test starts the checks itself. */
const world = useOrderWorld();

test('rare day 4: a manual sale is booked while its account has an open automatic attempt', async () => {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(2_000);
  const automatic = String((await world.order(nova, await world.pass(500), 500)).body.id);
  await stepNow({ ...world.orderServices, game: { ...world.services.game, buyGamepass: lost } }, automatic);
  // on a slow machine it would be due before the manual sale, and be bought
  await world.database.asOwner(`update orders set next_check_at = now() + interval '1 hour' where id = $1`, [
    automatic,
  ]);
  await byHand(sela, sela.accountId);
  const pass = await world.pass(1_000);
  const id = await order(nova, pass);
  await buy(sela.game.id, pass);
  const said = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect([said.status, said.body.status]).toEqual([200, 'completed']);
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});

test('rare day 4: an order that moved to another account of the seller is not booked for it', async () => {
  const sela = await world.seller(5_000, 2);
  const nova = await world.buyer(2_000);
  await byHand(sela, sela.accountId);
  const pass = await world.pass(1_000);
  const id = await order(nova, pass);
  const second = await secondAccount(sela);
  await buy(sela.game.id, pass);
  const slow = { service: 'game-platform', path: 'is-owned', kind: 'slow', seconds: 2 };
  await world.control('POST', '/faults', slow);
  const saying = sela.call('POST', `/api/robux/orders/${id}/bought`);
  await expect.poll(async () => (await world.control<{ hits: number }[]>('GET', '/faults'))[0]!.hits).toBe(1);
  await inTransaction(world.services.db, async (tx) => {
    const open = await lockOpen(tx, id);
    await reassign(tx, world.services.queue, open!, { otherwise: 'nobody' });
  });
  await check(id);
  const said = await saying;
  expect([said.status, said.body.status]).toEqual([200, 'processing']);
  expect(await read(nova, id)).toMatchObject({ status: 'processing', accountId: second });
  expect((await world.wallet(sela, 'seller')).posted).toBe(0);
});

test('an account does not buy a gamepass with its cookie while its seller has to buy the same one by hand', async () => {
  const sela = await world.seller(5_000, 2);
  const [nova, bram] = [await world.buyer(2_000), await world.buyer(2_000)];
  await byHand(sela, sela.accountId);
  const pass = await world.pass(1_000);
  const second = String((await world.order(bram, pass, 1_000)).body.id);
  const id = await order(nova, pass);
  const automatic = { fulfilment: 'auto' };
  expect((await sela.call('PUT', `/api/roblox-accounts/${sela.accountId}`, automatic)).status).toBe(200);
  await check(second);
  expect(await world.purchasesSeen(pass)).toEqual([]);
  expect(await read(bram, second)).toMatchObject({ status: 'failed' });
  await buy(sela.game.id, pass);
  const said = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect([said.status, said.body.status]).toEqual([200, 'completed']);
});

test('a seller does not get a gamepass to buy by hand that a stopped worker may have bought with the cookie', async () => {
  const sela = await world.seller(5_000, 2);
  const [nova, bram] = [await world.buyer(2_000), await world.buyer(2_000)];
  const pass = await world.pass(1_000);
  const automatic = String((await world.order(nova, pass, 1_000)).body.id);
  await inTransaction(world.services.db, async (tx) =>
    markAttempt(tx, (await lockOpen(tx, automatic))!, { priceRobux: 1_000, balanceBefore: 5_000 }),
  );
  await byHand(sela, sela.accountId);
  expect(await read(bram, await order(bram, pass))).toMatchObject({ status: 'failed' });
});

const lost = async () => ({ kind: 'unclear', detail: 'lost' }) as const;

/** Places an order and gives it to the seller. */
async function order(nova: Caller, pass: SandboxPass): Promise<string> {
  const placed = await world.order(nova, pass, 1_000);
  expect(placed.status).toBe(201);
  await check(String(placed.body.id));
  return String(placed.body.id);
}

/** Another manual account of the same seller. */
async function secondAccount(seller: Seller): Promise<string> {
  const body = { username: 'second_of_sela', robux: 5_000 };
  const { cookie } = await world.control<{ cookie: string }>('POST', '/game/accounts', body);
  const added = await seller.call('POST', '/api/roblox-accounts', { cookie, ratePerThousand: 2 });
  await byHand(seller, String(added.body.id));
  return String(added.body.id);
}

async function byHand(seller: Caller, accountId: string): Promise<void> {
  const { status } = await seller.call('PUT', `/api/roblox-accounts/${accountId}`, { fulfilment: 'manual' });
  expect(status).toBe(200);
}

const check = (id: string) => stepNow(world.orderServices, id);
const buy = (accountId: number, pass: SandboxPass) =>
  world.control('POST', '/game/buy', { accountId, passId: pass.id });
const read = async (who: Caller, id: string) => (await who.call('GET', `/api/robux/orders/${id}`)).body;
