import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { deleteOldDevices, noteDevice } from './devices.ts';

let world: TestApp;
let nova: Caller;
beforeAll(async () => {
  world = await openTestApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  nova = await world.signIn('nova');
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const note = (device: string) =>
  inTransaction(world.services.db, (tx) =>
    noteDevice(tx, nova.id, device, { ip: '203.0.113.7', userAgent: FIREFOX }),
  );
const news = async () => (await nova.call('GET', '/api/inbox')).body.entries as object[];

test('access 4: a sign-in from a new device tells the person, and the first device and known ones do not', async () => {
  await note('one');
  await note('one');
  expect(await news()).toEqual([]);
  await note('two');
  await note('two');
  await note('one');
  expect(await news()).toMatchObject([
    {
      kind: 'security',
      title: 'Sign-in from a new device',
      text: expect.stringContaining('Firefox on Windows, 203.0.113.7'),
    },
  ]);
});

test('access 4: two simultaneous sign-ins from one new device are one piece of news', async () => {
  await note('one');
  await Promise.all([note('two'), note('two'), note('two')]);
  expect(await news()).toHaveLength(1);
});

test('access 4: devices are stored as hashes, and forgotten with their cookie', async () => {
  await note('one');
  const rows = () => world.database.asOwner('select d::text as row from known_devices d');
  expect((await rows()).rows.map(({ row }) => row).join()).not.toContain('one');
  await world.database.asOwner(`update known_devices set seen_at = now() - interval '401 days'`);
  await deleteOldDevices(world.services.db);
  expect((await rows()).rows).toEqual([]);
});
