import type { Review } from '@sterling/contract/reviews.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { type OrderWorld, openOrderWorld } from '../../../test/order-world.ts';
import { freshAddress } from '../../../test/payer.ts';
import { credit } from '../../../test/wallets.ts';
import type { OnWire } from '../../../test/wire.ts';
import { openWalletAddresses } from '../litecoin/addresses.ts';
import { payoutStopReason } from '../litecoin/guards.reads.ts';
import { openConfiguredScanner } from '../litecoin/litecoin.lookups.ts';
import { pollPrices } from '../prices/prices.jobs.ts';
import { payOnce } from '../withdrawals/withdrawals.jobs.ts';

const CHECKING = 'a payment that we did not sign is being checked';

let world: OrderWorld;
let owner: Caller;
beforeAll(async () => {
  world = await openOrderWorld();
  owner = await world.signIn('otto', 'admin', true);
  await pollPrices(world.services);
});
afterAll(() => world.close());

const ready = async () => (await world.app.inject('/readyz')).json().checks.payouts;
const metrics = async () => (await world.app.inject('/metrics')).payload;
const stopsShown = async () => (await owner.call('GET', '/api/admin/treasury')).body.stops;
const openReviews = async () =>
  (await owner.call('GET', '/api/admin/reviews?kind=foreign_spend')).body as unknown as OnWire<
    typeof Review
  >[];

async function steal(): Promise<string> {
  const { services, control } = world;
  const { hotAddress: address } = await openWalletAddresses(services.db, services.walletKeys);
  const scan = () => openConfiguredScanner(services).scanOnce();
  await scan();
  await control('POST', '/litecoin/send', { address, ltc: 2 });
  await control('POST', '/litecoin/mine', { blocks: 6 });
  await scan();
  const { txid } = await control<{ txid: string }>('POST', '/litecoin/steal', { address });
  await scan();
  return txid;
}

test('rare day 13: a theft raises an alarm and stops payouts, while buying goes on; an owner ends the stop with a reason', async () => {
  expect([await ready(), await stopsShown()]).toEqual(['ok', []]);
  const txid = await steal();
  expect([await ready(), await stopsShown()]).toEqual([CHECKING, [CHECKING]]);
  expect(await metrics()).toMatch(/^sterling_payout_stops 1$/m);
  expect(await metrics()).toMatch(/^sterling_reviews_open\{kind="foreign_spend"\} 1$/m);
  expect(world.log()).toMatch(new RegExp(`"level":60.*${txid}.*our coins were spent without our signature`));

  const seller = await world.seller(1_000, 3);
  await credit(world.services.db, seller.id, 10_000, { wallet: 'seller' });
  const request = { amount: 25, ltcAddress: freshAddress(), walletType: 'seller' };
  expect((await seller.call('POST', '/api/wallet/withdraw', request)).status).toBe(201);
  await payOnce(world.services, new Date());
  const { body: history } = await seller.call('GET', '/api/wallet/transactions');
  expect(history).toMatchObject([{ status: 'pending', reason: `Payouts are paused, because ${CHECKING}` }]);
  const swept = await owner.call('POST', '/api/wallet/manual-sweep');
  expect(swept).toMatchObject({ status: 503, body: { hint: expect.stringContaining(CHECKING) } });

  const buyer = await world.buyer(1_000);
  const order = await world.order(buyer, await world.pass(500), 500);
  expect(await world.final(buyer, order)).toMatchObject({ status: 'completed' });

  const [review] = await openReviews();
  expect(review!.facts).toMatchObject({ txid, ltcAmount: 2, places: ['hot'], seenAt: expect.any(String) });
  const decide = (who: Caller, reason: string) =>
    who.call('POST', `/api/admin/reviews/${review!.id}`, { decision: 'approve', reason });
  const admin = await world.signIn('ada', 'admin');
  expect((await decide(admin, 'Mine')).status).toBe(403);
  expect((await decide(owner, ' ')).status).toBe(400);
  expect((await decide(owner, 'The owner moved these coins')).status).toBe(200);
  expect([await ready(), await stopsShown()]).toEqual(['ok', []]);
  expect(await payoutStopReason(world.services.db)).toBeNull();
  expect(await metrics()).toMatch(/^sterling_payout_stops 0$/m);
});

test('rare day 13: a new theft stops again, and a rejection sets the emergency stop', async () => {
  await steal();
  const [review] = await openReviews();
  const answer = await owner.call('POST', `/api/admin/reviews/${review!.id}`, {
    decision: 'reject',
    reason: 'Nobody of us did this',
  });
  expect(answer.status).toBe(200);
  expect((await world.app.inject('/api/status')).json()).toMatchObject({ stopped: true });
  const { body: settings } = await owner.call('GET', '/api/admin/settings');
  expect(settings).toContainEqual({
    key: 'emergency_shutdown',
    value: { enabled: true, reason: 'Review rejected: Nobody of us did this' },
  });
});
