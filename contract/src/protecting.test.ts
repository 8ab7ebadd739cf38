import { expect, test } from 'vitest';
import { endpoints } from './api.ts';
import { isGuardedWrite } from './endpoint.ts';

/**
 * Whether each call that takes something away protects a person from a thief, so that used-up actions do not block it. A new one must
 * be decided here.
 */
const REMOVALS: Readonly<Record<string, boolean>> = {
  'DELETE /api/auth/sessions': true,
  'DELETE /api/auth/sessions/{id}': true,
  'DELETE /api/admin/users/{id}/sessions': true,
  'DELETE /api/factors/reset': true,
  'DELETE /api/admin/users/{id}/factor-reset': true,
  'DELETE /api/credentials/{id}': true,
  'DELETE /api/webhooks/{id}': true,
  'DELETE /api/withdrawal-addresses/{id}': true,
  'DELETE /api/factors/{id}': false,
  'DELETE /api/listings/{id}': false,
  'DELETE /api/listings/{id}/picture': false,
  'DELETE /api/price-alerts/{id}': false,
  'DELETE /api/price-rules/{id}': false,
  'DELETE /api/proxies/{id}': false,
  'DELETE /api/roblox-accounts/{id}': false,
  'DELETE /api/standing-orders/{id}': false,
  'DELETE /api/transactions/{id}/pictures/{pictureId}': false,
};

/** Other calls that protect. The checks are here because the emergency stop needs one. */
const OTHERS = [
  'POST /api/admin/emergency-shutdown',
  'POST /api/factors/check',
  'POST /api/factors/check/options',
  'POST /api/transactions/{id}/dispute',
  'POST /api/wallet/transactions/{id}/cancel',
];

const nameOf = ({ method, path }: (typeof endpoints)[number]) => `${method} ${path}`;

test('used-up actions block no call that protects a person or the money', () => {
  const removals = endpoints.filter(({ method }) => method === 'DELETE');
  expect(Object.fromEntries(removals.map((one) => [nameOf(one), one.protects === true]))).toEqual(REMOVALS);
  const others = endpoints.filter((one) => isGuardedWrite(one) && one.method !== 'DELETE' && one.protects);
  expect(others.map(nameOf).sort()).toEqual(OTHERS);
});
