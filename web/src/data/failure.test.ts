import { expect, test } from 'vitest';
import { ApiError } from './call.ts';
import { explain, isUnclear } from './failure.ts';

const refused = (status: number, code: string, message: string, hint?: string) =>
  new ApiError(status, { code, message, ...(hint && { hint }) });

test("S8.02 a refusal without a required text shows its own message, never 'This already exists'", () => {
  expect(explain(refused(409, 'price_mismatch', 'Price mismatch', 'Set its price to 500 Robux.'))).toBe(
    'Price mismatch. Set its price to 500 Robux.',
  );
  expect(explain(refused(409, 'wallet_frozen', 'This wallet is frozen'))).toBe('This wallet is frozen');
  expect(explain(refused(409, 'listing_sold', 'This item has just been sold'))).toBe('This item has just been sold');
  expect(explain(refused(400, 'invalid_proxy', 'Invalid proxy', 'You have no proxies.'))).toBe(
    'Invalid proxy. You have no proxies.',
  );
});

test('S8.02 refusals with a required text show that text and the hint', () => {
  expect(explain(refused(400, 'two_factor_required', '2FA required', 'Pass it.'))).toBe(
    'This account needs 2-factor authentication. Pass it.',
  );
  expect(explain(refused(400, 'invalid_cookie', 'Invalid cookie'))).toBe('The Roblox cookie is invalid or expired');
});

test.each([
  [refused(0, 'network_error', 'Network error'), true],
  [refused(500, 'server_error', 'Server error'), true],
  [refused(502, 'bad_reply', 'Server error'), true],
  [refused(504, '', 'Gateway timeout'), true],
  [new TypeError('anything'), true],
  [refused(503, 'service_unavailable', 'Service unavailable'), false],
  [refused(409, 'out_of_stock', 'Out of stock'), false],
])('after %s the write may have happened: %s', (error, unclear) => {
  expect(isUnclear(error)).toBe(unclear);
});
