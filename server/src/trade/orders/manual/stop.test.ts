import { expect, test } from 'vitest';
import { useManualWorld } from '../../../../test/manual-world.ts';

/** Manual orders during an emergency stop. */
const world = useManualWorld();

test('rare day 11: deadlines rest during an emergency stop and move by its length', async () => {
  const { sela, nova, id } = await world.handOrder();
  await world.later(id, 20 * 60);
  const before = Date.parse((await world.read(nova, id)).deadline!);
  await setStop(true);
  expect((await world.read(nova, id)).events.at(-1)!.what).toContain("The seller's deadline will move");
  await world.later(id, 60 * 60);
  await world.checkSpaced(id, 3);
  expect((await world.read(nova, id)).status).toBe('processing');
  expect((await world.accountOf(sela)).status).toBe('online');
  await setStop(false);
  const [buyers, sellers] = [await world.read(nova, id), await world.read(sela, id)];
  expect(sellers.deadline).toBe(buyers.deadline);
  expect(Math.abs(Date.parse(buyers.deadline!) - before) / 1_000).toBeLessThan(30);
  expect(buyers.events.at(-1)!.what).toBe(
    `The pause has ended. The seller now has until ${buyers.deadline!.slice(11, 16)} UTC`,
  );
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('processing');
  await world.runOutOfTime(id);
  expect((await world.read(nova, id)).status).toBe('failed');
});

test('rare day 11: an order that was late before the stop goes on where it was', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await world.late(id);
  await world.check(id);
  await setStop(true);
  await world.later(id, 60 * 60);
  await world.checkSpaced(id, 3);
  expect((await world.read(nova, id)).status).toBe('processing');
  await setStop(false);
  await world.bought(sela, pass);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
});

test('rare day 11: a purchase is found during the stop, and an ended order keeps its timeline', async () => {
  const { sela, nova, pass, id } = await world.handOrder();
  await setStop(true);
  await world.bought(sela, pass);
  await world.check(id);
  expect((await world.read(nova, id)).status).toBe('completed');
  const { events } = await world.read(nova, id);
  await setStop(false);
  expect((await world.read(nova, id)).events).toEqual(events);
});

test('rare day 11: a seller who is banned during the stop has no time left when it ends', async () => {
  const { sela, nova, id } = await world.handOrder({ ratePerThousand: 6 });
  const mira = await world.seller(5_000, 3);
  await setStop(true);
  await world.later(id, 5 * 60);
  const otto = await world.signIn('otto', 'admin', true);
  await otto.call('PATCH', `/api/admin/users/${sela.id}`, { isBanned: true });
  await setStop(false);
  await world.later(id, 125);
  await world.checkSpaced(id, 2);
  expect(await world.read(nova, id)).toMatchObject({ status: 'processing', accountId: mira.accountId });
});

async function setStop(enabled: boolean): Promise<void> {
  const owner = await world.signIn('otto', 'admin', true);
  const answer = await owner.call('POST', '/api/admin/emergency-shutdown', { enabled });
  expect(answer.status).toBe(200);
}
