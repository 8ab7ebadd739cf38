import { expect, test } from 'vitest';
import { useSplitWorld } from '../../../../test/split-world.ts';

const split = useSplitWorld();

test('rare day 24: an account that becomes manual while the other part is bought buys no part, and its part is refunded', async () => {
  const { world } = split;
  const { sellers, nova, pass, id } = await split.splitOrder([700, 700], 1_400);
  const { body } = await nova.call('GET', `/api/robux/orders/${id}`);
  expect(body.status).toBe('pending');
  const second = sellers[1]!;
  // the seller switches while a worker is about to buy the first part
  let switched: number | undefined;
  for (let steps = 0; steps < 20 && (await split.open()).length === 2; steps += 1)
    await split.step({
      buyGamepass: async (...call) => {
        const path = `/api/roblox-accounts/${second.accountId}`;
        switched ??= (await second.call('PUT', path, { fulfilment: 'manual' })).status;
        return world.services.game.buyGamepass(...call);
      },
    });
  expect(switched).toBe(200);
  await split.workUntilOver();
  expect(await split.read(nova, id)).toMatchObject({
    status: 'completed',
    robuxAmount: '700',
    requestedRobux: '1400',
    totalPrice: '2.10',
  });
  const [part] = await split.sold(second);
  const found = await nova.call('GET', `/api/robux/orders?search=${part!.id}`);
  expect(found.body).toMatchObject([{ id }]);
  expect(await world.wallet(nova)).toEqual({ posted: 790, held: 0, available: 790 });
  expect((await world.wallet(sellers[0]!, 'seller')).posted).toBe(210);
  expect((await world.wallet(second, 'seller')).posted).toBe(0);
  expect(await world.accountOf(second)).toMatchObject({ robuxBalance: 700, reservedRobux: 0 });
  expect(await world.purchasesSeen(pass)).toHaveLength(1);
});

test('rare day 24: an account cannot be removed while it buys, and the part is paid once', async () => {
  const { world } = split;
  const { sellers, nova, id } = await split.splitOrder([700, 700], 1_400);
  const answers: unknown[] = [];
  for (let steps = 0; steps < 40 && (await split.open()).length > 0; steps += 1)
    await split.step({
      buyGamepass: async (...call) => {
        for (const seller of sellers) {
          const removed = await seller.call('DELETE', `/api/roblox-accounts/${seller.accountId}`);
          answers.push([removed.status, removed.body.code]);
        }
        return world.services.game.buyGamepass(...call);
      },
    });
  // the account of the first part is free again while the second part is bought
  expect(answers).toEqual([
    [409, 'open_orders'],
    [409, 'open_orders'],
    [200, undefined],
    [409, 'open_orders'],
  ]);
  expect(await split.read(nova, id)).toMatchObject({ status: 'completed', robuxAmount: '1400' });
  for (const seller of sellers) expect((await world.wallet(seller, 'seller')).posted).toBe(210);
  expect(await world.wallet(nova)).toEqual({ posted: 580, held: 0, available: 580 });
});
