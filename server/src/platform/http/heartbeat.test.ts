import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';

test('a listening server records heartbeats, drops old write counts and old stored answers, and stops when it closes', async () => {
  const world = await openTestApp();
  const count = async (table: string) => (await world.database.asOwner(`select from ${table}`)).rowCount;
  await world.database.asOwner(`insert into writes (who, at) values ('user x', now() - interval '2 hours')`);
  const nova = await world.signIn('nova');
  await world.database.asOwner(`insert into idempotency_keys (user_id, key, request_hash, created_at)
    select '${nova.id}', age, '', now() - age::interval from unnest(array['29 days', '31 days']) as age`);
  expect(await count('heartbeats')).toBe(0);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  await expect.poll(() => count('heartbeats')).toBe(1);
  await expect.poll(() => count('writes')).toBe(0);
  await expect.poll(() => count('idempotency_keys')).toBe(1);
  await world.close();
  expect(world.log()).not.toContain('heartbeat');
});
