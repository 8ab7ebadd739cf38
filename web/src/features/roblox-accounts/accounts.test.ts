import { expect, test } from 'vitest';
import { isForSale, lacksStock, needsCookie, shownStatus, troubleOf } from './accounts.ts';

test.each([
  ['online', true, 'Active - For Sale'],
  ['online', false, 'Not Active - Not for Sale'],
  ['offline', true, 'Not Active - Not for Sale'],
  ['offline', false, 'Not Active - Not for Sale'],
  ['2fa_required', true, '2FA Required'],
  ['invalid_cookie', true, 'Invalid Cookie'],
] as const)('S6.04 %s, active %s: %s', (status, isActive, text) => {
  expect(shownStatus({ status, isActive }).text).toBe(text);
  expect(isForSale({ status, isActive })).toBe(text === 'Active - For Sale');
});

test('S6.05 only an account with a cookie or challenge problem needs a new cookie', () => {
  const needing = (['online', 'offline', '2fa_required', 'invalid_cookie'] as const).filter((status) =>
    needsCookie({ status, isActive: true }),
  );
  expect(needing).toEqual(['2fa_required', 'invalid_cookie']);
});

test.each([
  ['a dead cookie', 'invalid_cookie', true, 'Update the cookie.', 'Update the cookie.'],
  ['a moderated account', 'offline', true, 'Roblox has moderated it.', 'Roblox has moderated it.'],
  ['a price rule', 'offline', true, null, null],
  ['its seller', 'offline', false, 'Roblox has moderated it.', null],
  ['nothing', 'online', true, null, null],
] as const)(
  'S6.05 the trouble of an account that is off sale because of %s',
  (_why, status, isActive, statusReason, trouble) => {
    expect(troubleOf({ status, isActive, statusReason })).toBe(trouble);
  },
);

test.each([
  ['online', 62, 0, true],
  ['online', 500, 401, true],
  ['online', 100, 0, false],
  ['offline', 62, 0, false],
] as const)(
  'S6.04 %s with %i Robux, %i of them reserved: too few for an order is %s',
  (status, robuxBalance, reservedRobux, lacks) => {
    const account = { status, isActive: true, robuxBalance, reservedRobux };
    expect(lacksStock(account) !== undefined).toBe(lacks);
  },
);
