import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { explainAccount } from './explain-account.ts';

const told = (status: number, code: string, message: string, hint?: string) =>
  explainAccount(new ApiError(status, { code, message, ...(hint && { hint }) }));

test('S8.02 cookie and challenge errors show the required texts', () => {
  expect(told(400, 'invalid_cookie', 'Invalid cookie')).toBe('The Roblox cookie is invalid or expired');
  expect(told(400, 'two_factor_required', '2FA required', 'Pass it.')).toBe(
    'This account needs 2-factor authentication. Pass it.',
  );
});

test("a conflict keeps its own message instead of the fallback 'This already exists'", () => {
  expect(told(409, 'open_orders', 'There are open orders', '5 Robux are promised.')).toBe(
    'There are open orders. 5 Robux are promised.',
  );
  expect(told(409, 'cookie_of_another', 'This cookie belongs to another Roblox account')).toBe(
    'This cookie belongs to another Roblox account.',
  );
  expect(told(400, 'invalid_proxy', 'Invalid proxy', 'You have no proxies.')).toBe(
    'Invalid proxy. You have no proxies.',
  );
});
