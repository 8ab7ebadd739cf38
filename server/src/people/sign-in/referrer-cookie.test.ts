import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../test/app.ts';
import { openVisitor } from '../../../test/visitor.ts';

/** Follows the link `/?ref=CODE` through the Discord sign-in, as a browser does. */
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

/** The number of users that rita has referred during an action. */
async function referredDuring(act: () => Promise<unknown>): Promise<number> {
  const before = Number(await people());
  await act();
  return Number(await people()) - before;
}

describe('S8.06 the referral link', () => {
  test.each(['/?ref=', '/login?ref=', '/auth/discord?ref='])('%s… refers a new user', async (path) => {
    const visitor = browser();
    const name = `new_${path.replaceAll(/\W/g, '')}`;
    await visitor.go(path + code.toUpperCase());
    expect(await referredDuring(() => visitor.signIn(name))).toBe(1);
    expect(await referredDuring(() => visitor.signIn(name))).toBe(0);
  });

  test('sets an HttpOnly cookie for the sign-in path, which the sign-in deletes', async () => {
    const visitor = browser();
    const { cookies } = await visitor.go(`/?ref=${code}`);
    expect(cookies).toEqual([
      `sterling-referrer=${code}; Max-Age=2592000; Path=/auth; HttpOnly; SameSite=Lax`,
    ]);
    expect(await visitor.signIn('first_of_browser')).toBe('/role-selection');
    expect(await referredDuring(() => visitor.signIn('second_of_browser'))).toBe(0);
  });

  test('survives a denied sign-in and visits to other pages', async () => {
    const visitor = browser();
    await visitor.go(`/?ref=${code}`);
    await visitor.go('/login');
    const { location } = await visitor.go('/auth/discord');
    const { searchParams } = new URL(location);
    const denied = `/auth/discord/callback?error=access_denied&state=${searchParams.get('state')}`;
    expect((await visitor.go(denied)).location).toBe('/login?error=access_denied');
    expect(await referredDuring(() => visitor.signIn('came_back'))).toBe(1);
  });

  test('does not refer a user who has signed in before', async () => {
    const known = browser();
    await known.signIn('known_before');
    await known.go(`/?ref=${code}`);
    expect(await referredDuring(() => known.signIn('known_before'))).toBe(0);
  });

  test('never redirects to another site', async () => {
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

  test('is ignored for images on other sites, API calls and repeated parameters', async () => {
    expect((await browser().go(`/?ref=${code}`, { 'sec-fetch-dest': 'image' })).cookies).toEqual([]);
    expect((await browser().go(`/api/status?ref=${code}`)).cookies).toEqual([]);
    expect((await browser().go(`/?ref=${code}&ref=${code}`)).cookies).toEqual([]);
  });
});
