import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';

test('a listening server records heartbeats, and stops when it closes', async () => {
  const world = await openTestApp();
  const beats = async () => (await world.database.asOwner('select from heartbeats')).rowCount;
  expect(await beats()).toBe(0);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(beats).toBe(1);
  await world.close();
  expect(world.log()).not.toContain('heartbeat');
});
