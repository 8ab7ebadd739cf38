import { users } from '@sterling/contract/users.ts';
import { wallet } from '@sterling/contract/wallet.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiError, call, shownUser, stepUp } from './call.ts';
import { startServer } from './server.test-kit.ts';

const server = startServer();
beforeEach(() => server.answer(200, { success: true }));
afterEach(() => {
  delete stepUp.ask;
  delete shownUser.id;
});

test('S1.15 a call names the user whom the page shows, even if someone else has signed in during its check', async () => {
  shownUser.id = 'nova';
  server.answer(403, { message: 'Confirm that it is you', code: 'step_up_required' });
  stepUp.ask = async () => {
    expect(server.last.headers['expected-user']).toBe('nova');
    shownUser.id = 'nick';
    server.answer(200, { success: true });
    return true;
  };
  await call(users.logout);
  expect(server.last.headers['expected-user']).toBe('nova');
  await call(users.logout);
  expect(server.last.headers['expected-user']).toBe('nick');
});

test('S1.15 a read that may be anonymous says that someone else has signed in', async () => {
  server.answer(401, { message: 'Another account is signed in', code: 'other_user' });
  const balance = call(wallet.read, { query: { walletType: 'buyer' } }, { on401: 'null' });
  expect(await balance.catch((error: ApiError) => error.code)).toBe('other_user');
});
