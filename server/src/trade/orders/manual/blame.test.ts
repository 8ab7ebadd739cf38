import { expect, test } from 'vitest';
import { SPACING_SECONDS, useManualWorld } from '../../../../test/manual-world.ts';

/** Manual orders that cannot be bought because of their pass: their seller is not blamed. */
const world = useManualWorld();

const TROUBLES: [name: string, change: (others: number) => object, reason: string][] = [
  ['off sale', () => ({ isForSale: false }), 'The gamepass is off sale'],
  ['deleted', () => ({ deleted: true }), 'The gamepass no longer exists'],
  [
    'at another price',
    () => ({ price: 1_100 }),
    "(1,100 Robux) doesn't match the order amount (1,000 Robux)",
  ],
  ['of another owner', (creatorId) => ({ creatorId }), "The gamepass's owner or product changed"],
];
test.each(TROUBLES)(
  'rare day 9: a pass that is %s fails the order with that reason, and the seller stays on sale',
  async (_, change, reason) => {
    const { sela, nova, pass, id } = await world.handOrder();
    const stranger = await world.pass(5);
    await world.control('PATCH', `/game/passes/${pass.id}`, change(stranger.ownerId));
    await world.runOutOfTime(id);
    const order = await world.read(nova, id);
    expect(order).toMatchObject({ status: 'failed', failureReason: expect.stringContaining(reason) });
    expect(await world.wallet(nova)).toEqual({ posted: 1_000, held: 0, available: 1_000 });
    expect(await world.accountOf(sela)).toMatchObject({ status: 'online', reservedRobux: 0 });
  },
);

test('rare day 9: a late claim of the seller does not blame them either', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  await world.late(id);
  await sela.call('POST', `/api/robux/orders/${id}/bought`);
  await world.later(id, SPACING_SECONDS);
  const said = await sela.call('POST', `/api/robux/orders/${id}/bought`);
  expect(said.body).toMatchObject({ status: 'failed', failureReason: expect.stringContaining('off sale') });
  expect((await world.wallet(nova)).available).toBe(1_000);
  expect((await world.accountOf(sela)).status).toBe('online');
});

test('rare day 9: a pass that was off sale for a while reassigns the order without blame', async () => {
  const { sela, nova, pass, id } = await world.handOrder({ ratePerThousand: 6 });
  const mira = await world.seller(5_000, 3);
  await world.control('PATCH', `/game/passes/${pass.id}`, { isForSale: false });
  await world.check(id);
  await world.control('PATCH', `/game/passes/${pass.id}`, { isForSale: true });
  await world.runOutOfTime(id);
  await world.check(id);
  expect(await world.read(nova, id)).toMatchObject({ status: 'completed', accountId: mira.accountId });
  expect((await world.accountOf(sela)).status).toBe('online');
});

test('rare day 9: a regional price of this account alone reassigns the order without blame', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.control('PATCH', `/game/accounts/${sela.game.id}`, { regionFactor: 0.5 });
  await world.control('PATCH', `/game/passes/${pass.id}`, { managedPricing: true });
  await world.runOutOfTime(id);
  expect((await world.read(nova, id)).status).toBe('failed');
  expect((await world.accountOf(sela)).status).toBe('online');
});

test('rare day 9: a seller who bought the pass is paid although the pass was deleted afterwards', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.bought(sela, pass);
  await world.control('PATCH', `/game/passes/${pass.id}`, { deleted: true });
  await world.late(id);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  expect((await world.wallet(sela, 'seller')).posted).toBe(200);
});
