import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { openVisitor } from '../../../test/visitor.ts';

/** The link `/?ref=CODE` through Discord's page and back, as a browser goes. */
let world: TestApp;
let rita: Caller;
let code: string;
beforeAll(async () => {
  world = await openTestApp();
  rita = await world.signIn('rita');
  code = String((await rita.call('GET', '/api/affiliate')).body.code);
});
afterAll(() => world.close());

const browser = () => openVisitor(world);

const people = async () => (await rita.call('GET', '/api/affiliate')).body.people;

/** How many more rita has brought after someone did something. */
async function brings(act: () => Promise<unknown>): Promise<number> {
  const before = Number(await people());
  await act();
  return Number(await people()) - before;
}

describe('S8.06 the link', () => {
  test.each(['/?ref=', '/login?ref=', '/auth/discord?ref='])('%s… brings a newcomer', async (path) => {
    const visitor = browser();
    const name = `new_${path.replaceAll(/\W/g, '')}`;
    await visitor.go(path + code.toUpperCase());
    expect(await brings(() => visitor.signIn(name))).toBe(1);
    expect(await brings(() => visitor.signIn(name))).toBe(0);
  });

  test('is kept out of scripts’ sight and for sign-in only, and forgotten after it', async () => {
    const visitor = browser();
    const { cookies } = await visitor.go(`/?ref=${code}`);
    expect(cookies).toEqual([
      `sterling-referrer=${code}; Max-Age=2592000; Path=/auth; HttpOnly; SameSite=Lax`,
    ]);
    expect(await visitor.signIn('first_of_browser')).toBe('/role-selection');
    expect(await brings(() => visitor.signIn('second_of_browser'))).toBe(0);
  });

  test('survives a sign-in that was denied, and other pages', async () => {
    const visitor = browser();
    await visitor.go(`/?ref=${code}`);
    await visitor.go('/login');
    const { location } = await visitor.go('/auth/discord');
    const { searchParams } = new URL(location);
    const denied = `/auth/discord/callback?error=access_denied&state=${searchParams.get('state')}`;
    expect((await visitor.go(denied)).location).toBe('/login?error=access_denied');
    expect(await brings(() => visitor.signIn('came_back'))).toBe(1);
  });

  test('brings nobody who was here before, nor oneself', async () => {
    const known = browser();
    await known.signIn('known_before');
    await known.go(`/?ref=${code}`);
    expect(await brings(() => known.signIn('known_before'))).toBe(0);
  });

  test('leads nowhere else, whatever it says', async () => {
    for (const ref of [
      'https://evil.test',
      '//evil.test',
      '..%2f..',
      'short',
      `${code}0`,
      '%00',
      'a'.repeat(9_000),
    ]) {
      expect((await browser().go(`/?ref=${ref}`)).cookies).toEqual([]);
    }
    const visitor = browser();
    await visitor.go(`/?ref=${code}&return=https://evil.test`);
    expect(await visitor.signIn('led_astray', '/auth/discord?return=//evil.test')).toBe('/role-selection');
  });

  test('is not followed by a picture on another site, nor by a call', async () => {
    expect((await browser().go(`/?ref=${code}`, { 'sec-fetch-dest': 'image' })).cookies).toEqual([]);
    expect((await browser().go(`/api/status?ref=${code}`)).cookies).toEqual([]);
    expect((await browser().go(`/?ref=${code}&ref=${code}`)).cookies).toEqual([]);
  });
});
