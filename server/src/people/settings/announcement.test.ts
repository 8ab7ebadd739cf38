import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';

let world: TestApp;
let [owner, admin]: Caller[] = [];
beforeAll(async () => {
  world = await openTestApp({ actionLimit: false });
  owner = await world.signIn('otto', 'admin', true);
  admin = await world.signIn('ada', 'admin');
});
afterAll(() => world.close());

const announce = (who: Caller, value: unknown) =>
  who.call('PUT', '/api/admin/settings/announcement', { value });
const shown = async () => (await world.app.inject('/api/status')).json().announcement;

test('the owner announces something to everyone, until a time or until it is removed', async () => {
  expect(await shown()).toBeUndefined();
  const until = '2027-01-02T03:04:05.000Z';
  expect((await announce(owner!, { text: ' New rates on Friday ', until })).status).toBe(200);
  await expect.poll(shown).toEqual({ text: 'New rates on Friday', until });
  expect((await announce(owner!, { text: 'Maintenance at noon' })).status).toBe(200);
  await expect.poll(shown).toEqual({ text: 'Maintenance at noon', until: null });
  expect((await announce(owner!, { text: null })).status).toBe(200);
  await expect.poll(shown).toBeUndefined();
});

test.each([{ text: '' }, { text: 'a\nb' }, { text: 'x'.repeat(301) }, { text: 'x', until: 'soon' }, {}])(
  'an announcement %o is refused',
  async (value) => {
    expect((await announce(owner!, value)).body).toMatchObject({ code: 'invalid_input' });
  },
);

test('an admin announces nothing', async () => {
  expect((await announce(admin!, { text: 'Hello' })).body).toMatchObject({ code: 'owner_required' });
});
