import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { buildOperationsServer } from './operations-server.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
  nova = await world.signIn('nova');
});
afterAll(() => world.close());

const FULL = 'could not extend file "base/1/2": No space left on device';

/** A full disk, as PostgreSQL reports it: it still answers what only reads, and takes small writes. */
const fillDisk = () =>
  world.database.asOwner(`
    create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception '${FULL}' using errcode = '53100'; end $$;
    create trigger full_disk before update or delete on sessions for each row execute function full_disk()`);
const makeRoom = () => world.database.asOwner('drop trigger full_disk on sessions');

const checks = async () => (await world.app.inject('/readyz')).json().checks;
const refused = async () =>
  /^sterling_refused_writes_total (\d+)$/m.exec((await world.app.inject('/metrics')).payload)?.[1];

test('a process whose database refuses a write is not ready for a minute, and counts the refusal', async () => {
  expect(await checks()).toMatchObject({ writes: 'ok' });
  expect(await refused()).toBe('0');
  await fillDisk();
  expect((await nova.call('POST', '/api/auth/logout')).status).toBe(503);
  await makeRoom();
  expect(await checks()).toMatchObject({ database: 'ok', writes: FULL });
  expect(await refused()).toBe('1');
  const inAMinute = performance.now() + 60_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => inAMinute);
  expect(await checks()).toMatchObject({ writes: 'ok' });
  clock.mockRestore();
  expect((await nova.call('POST', '/api/auth/logout')).status).toBe(200);
});

test('a node that takes a call and never answers does not keep the operator waiting', async () => {
  const node = { ...world.services.node, chainInfo: () => new Promise<never>(() => undefined) };
  const operations = buildOperationsServer({ ...world.services, node });
  const ready = await operations.inject('/readyz');
  expect(ready.json().checks).toMatchObject({ database: 'ok', chain: 'no answer within 4 seconds' });
  await operations.close();
});
