import { describe, expect, it } from 'vitest';
import { normaliseCookie, rotatedCookie } from './cookie.ts';

const WARNING =
  '_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone-to-log-in-as-you-and-to-steal-your-ROBUX-and-items.|_';
const COOKIE = `${WARNING}ABC123`;

describe('S6.01 a pasted cookie', () => {
  it.each([
    COOKIE,
    `  ${COOKIE}\r\n`,
    'ABC123',
    `.ROBLOSECURITY=${COOKIE}`,
    `.roblosecurity=ABC123;`,
    `Cookie: GuestData=UserID=-1; .ROBLOSECURITY=${COOKIE}; RBXEventTrackerV2=x`,
    `"${COOKIE}"`,
    `.ROBLOSECURITY="${COOKIE}"`,
    `${COOKIE.slice(0, 60)}\n${COOKIE.slice(60)}`,
  ])('%s is read as the same cookie', (pasted) => {
    expect(normaliseCookie(pasted)).toBe(COOKIE);
  });

  it('keeps a different warning', () => {
    expect(normaliseCookie('_|WARNING:-OTHER.|_ABC')).toBe('_|WARNING:-OTHER.|_ABC');
  });

  it.each(['', '   ', '.ROBLOSECURITY=', WARNING, 'ABC,DEF', 'ÄBC', 'A"B', 'A\\B', 'A\u0000B'])(
    '%j is not a cookie',
    (pasted) => {
      expect(normaliseCookie(pasted)).toBeNull();
    },
  );
});

describe('a rotated cookie', () => {
  it('is found among other cookies', () => {
    const lines = ['GuestData=1; path=/', '.ROBLOSECURITY=NEW; domain=.roblox.com; path=/; secure; HttpOnly'];
    expect(rotatedCookie(lines)).toBe('NEW');
  });

  it.each([
    undefined,
    '.ROBLOSECURITY=; path=/',
    '.ROBLOSECURITY=X; Max-Age=0',
    '.ROBLOSECURITY=X; expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'X.ROBLOSECURITY=Y',
  ])('%s is not a rotated cookie', (line) => {
    expect(rotatedCookie(line)).toBeNull();
  });
});
