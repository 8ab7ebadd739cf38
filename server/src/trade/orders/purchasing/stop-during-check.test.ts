import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OrderWorld, openOrderWorld } from '../../../../test/order-world.ts';
import { setEmergencyStop } from '../../../../test/settings.ts';
import { post } from '../../../money/ledger/ledger.ts';
import { inTransaction } from '../../../platform/db/pool.ts';

/** What changes while a worker reads the gamepass from Roblox, which may take half a minute, counts before the purchase is sent. */
let world: OrderWorld;
beforeAll(async () => {
  world = await openOrderWorld({ worker: false });
});
afterEach(async () => {
  await setEmergencyStop(world.database, false);
  await world.clear();
});
afterAll(() => world.close());

async function anOrder() {
  const sela = await world.seller(5_000, 3);
  const nova = await world.buyer(10_000);
  const pass = await world.pass(1_000);
  return { sela, nova, pass, placed: await world.order(nova, pass, 1_000) };
}

test('an emergency stop that begins during the check before the payment keeps the purchase from being sent', async () => {
  const { sela, pass, placed } = await anOrder();
  const { ownsGamepass } = world.services.game;
  await world.work(placed, {
    ownsGamepass: async (...args) => {
      await setEmergencyStop(world.database, true);
      return ownsGamepass(...args);
    },
  });
  expect(await world.purchasesSeen(pass)).toHaveLength(0);
  expect((await world.gameAccount(sela)).robux).toBe(5_000);
});

test('an emergency stop that begins while a lost purchase is checked keeps its repeat from being sent', async () => {
  const { pass, placed } = await anOrder();
  const { buyGamepass, robuxBalance } = world.services.game;
  await world.work(placed, { buyGamepass: async () => ({ kind: 'unclear', detail: 'lost' }) });
  let balances = 0;
  let sentDuringStop = 0;
  for (let steps = 0; steps < 6; steps += 1) {
    await world.database.asOwner(`update purchase_attempts set
      marked_at = marked_at - interval '1 minute', call_ended_at = call_ended_at - interval '1 minute'`);
    await world.work(placed, {
      // two looks find nothing; the third balance is read after the question whether there is a stop
      robuxBalance: async (...args) => {
        balances += 1;
        if (balances === 3) await setEmergencyStop(world.database, true);
        return robuxBalance(...args);
      },
      buyGamepass: async (...args) => {
        if (balances >= 3) sentDuringStop += 1;
        return buyGamepass(...args);
      },
    });
  }
  expect(balances).toBeGreaterThanOrEqual(3);
  expect(sentDuringStop).toBe(0);
  expect(await world.purchasesSeen(pass)).toHaveLength(0);
});

test('a wallet that a reorganisation makes negative during the check keeps the purchase from being sent', async () => {
  const { sela, nova, pass, placed } = await anOrder();
  const { ownsGamepass } = world.services.game;
  await world.work(placed, {
    ownsGamepass: async (...args) => {
      await inTransaction(world.services.db, (tx) =>
        post(tx, {
          key: `reversal ${nova.id}`,
          kind: 'deposit.reversed',
          force: true,
          postings: [{ from: `user:${nova.id}:buyer`, to: 'exchange:usd', amount: 10_000 as never }],
        }),
      );
      return ownsGamepass(...args);
    },
  });
  expect((await nova.call('GET', `/api/robux/orders/${placed.body.id}`)).body).toMatchObject({
    status: 'failed',
    failureReason: 'Your account is banned or your wallet is frozen',
  });
  const { body: asSeller } = await sela.call('GET', `/api/robux/orders/${placed.body.id}`);
  expect(asSeller).toMatchObject({ failureReason: 'The buyer could not complete this order' });
  expect(JSON.stringify(asSeller.events)).not.toContain('Your');
  expect(await world.purchasesSeen(pass)).toHaveLength(0);
  expect((await world.gameAccount(sela)).robux).toBe(5_000);
});
