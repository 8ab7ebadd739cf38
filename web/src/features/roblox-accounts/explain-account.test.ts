import { expect, test } from 'vitest';
import { ApiError } from '../../data/call.ts';
import { explainAccount } from './explain-account.ts';

const explained = (status: number, code: string, message: string, hint?: string) =>
  explainAccount(new ApiError(status, { code, message, ...(hint && { hint }) }));

test('S8.02 cookie and challenge errors show the required texts', () => {
  expect(explained(400, 'invalid_cookie', 'Invalid cookie')).toBe('The Roblox cookie is invalid or expired');
  expect(explained(400, 'two_factor_required', '2FA required', 'Pass it.')).toBe(
    'This account needs 2-factor authentication. Pass it.',
  );
});

test("a conflict keeps its own message instead of the fallback 'This already exists'", () => {
  expect(explained(409, 'open_orders', 'There are open orders', '5 Robux are promised.')).toBe(
    'There are open orders. 5 Robux are promised.',
  );
  expect(explained(409, 'cookie_of_another', 'This cookie belongs to another Roblox account')).toBe(
    'This cookie belongs to another Roblox account.',
  );
  expect(explained(400, 'invalid_proxy', 'Invalid proxy', 'You have no proxies.')).toBe(
    'Invalid proxy. You have no proxies.',
  );
});
