import { expect, test } from 'vitest';
import { lockIsAwaited } from '../../../../test/lock-waits.ts';
import { useSplitWorld } from '../../../../test/split-world.ts';
import { stepNow } from '../../../../test/steps.ts';
import type { GamePlatform } from '../../../outside/game-platform.ts';
import { findExperience } from '../purchasing/experience.jobs.ts';
import { readWork } from '../work.reads.ts';

const split = useSplitWorld();

const KILLS: [name: string, game: (real: GamePlatform) => Partial<GamePlatform>][] = [
  ['while it sets a price', () => ({ setGamepassPrice: killed })],
  [
    'after it has set a price',
    (real) => ({
      setGamepassPrice: async (...args) => {
        await real.setGamepassPrice(...args);
        return killed();
      },
    }),
  ],
  ['before it pays', () => ({ buyGamepass: killed })],
  [
    'after it has paid',
    (real) => ({
      buyGamepass: async (...args) => {
        await real.buyGamepass(...args);
        return killed();
      },
    }),
  ],
];
for (const [name, kill] of KILLS) {
  test(`S4.11 split: if a worker is killed ${name} at every part, each part is paid once`, async () => {
    const { sellers, nova, pass, id } = await split.splitOrder([600, 500, 400], 1_333);
    for (let parts = 0; parts < 3; parts += 1) {
      const before = (await split.open()).length;
      await split.step(kill(split.world.services.game));
      while ((await split.open()).length === before) await split.step();
    }
    expect(await split.read(nova, id)).toMatchObject({ status: 'completed', robuxAmount: '1333' });
    for (const seller of sellers) {
      const { transactions } = await split.world.gameAccount(seller);
      expect(transactions.filter(({ type }) => type === 'Purchase')).toHaveLength(1);
    }
    expect(await split.world.purchasesSeen(pass)).toHaveLength(3);
  });
}

test('S4.11 split: an unclear part delays the other parts only as long as the cookie is stored', async () => {
  const { nova, id } = await split.splitOrder([600, 500], 1_000);
  await split.step({
    buyGamepass: async () => ({ kind: 'unclear', detail: 'lost' }),
    ownsGamepass: async () => false,
  });
  const waiting = (await split.open()).find((part) => part === id)!;
  await stepNow(split.world.orderServices, waiting);
  expect((await split.read(nova, id)).events.at(-1)!.what).toContain(
    'Waiting for the previous part to be bought',
  );
  await split.world.database.asOwner('delete from order_cookies');
  await stepNow(split.world.orderServices, waiting);
  expect(await split.read(nova, id)).toMatchObject({ status: 'processing', robuxAmount: '600' });
  expect((await split.world.wallet(nova)).held).toBe(180);
  await split.workUntilOver();
  expect(await split.read(nova, id)).toMatchObject({ status: 'completed', requestedRobux: '1000' });
});

const killed = async (): Promise<never> => {
  throw new Error('killed');
};

test('rare day 8: the search for the experience of a part locks the parts in the order of other steps', async () => {
  await split.splitOrder([100, 100], 200);
  const { db, game } = split.world.services;
  const [other, lowest] = (await split.open()) as [string, string];
  const [isAsked, isLocked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const experienceOfGamepass = async () => {
    isAsked.resolve();
    await isLocked.promise;
    return { universeId: '1', placeId: '2' };
  };
  const services = { ...split.world.orderServices, game: { ...game, experienceOfGamepass } };
  const searching = findExperience(services, (await readWork(db, lowest))!);
  await isAsked.promise;
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').where('id', '=', lowest).select('id').forUpdate().execute();
    isLocked.resolve();
    await lockIsAwaited(split.world.database);
    await tx.updateTable('orders').set({ failures: 1 }).where('id', '=', other).execute();
  });
  await searching;
  expect(await readWork(db, other)).toMatchObject({ order: { universeId: 1, placeId: 2 } });
  await split.workUntilOver();
});
