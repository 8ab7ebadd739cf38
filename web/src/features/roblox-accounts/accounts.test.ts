import { expect, test } from 'vitest';
import {
  isForSale,
  lacksStock,
  needsCookie,
  rateOf,
  rateProblem,
  shownStatus,
  troubleOf,
} from './accounts.ts';

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

test.each([
  ['1', 100],
  ['6.00', 600],
  [' 3.15 ', 315],
])('S6.02 %j is a rate', (text, rate) => {
  expect(rateOf(text)).toBe(rate);
});

test.each(['', '0.99', '6.01', '3.155', 'four', '-2', '1e0'])('S6.02 %j is not a rate', (text) => {
  expect(rateOf(text)).toBeNull();
});

test('S6.02 a rate that is refused says whether the range or the decimals are wrong', () => {
  expect(rateProblem('6.01')).toBe('Rate must be between $1 and $6');
  expect(rateProblem('3.155')).toBe('Use at most two decimals');
  expect(rateProblem('3.15')).toBeUndefined();
});
