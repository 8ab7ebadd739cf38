import { endpoints } from '@sterling/contract/api.ts';
import type { Settings } from '@sterling/contract/settings.ts';
import { expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { SETTINGS } from '../settings/settings.rules.ts';
import { refuseStoppedOrInMaintenance } from './stopped.ts';

/** What an emergency stop does to each call that takes an idempotency key. A new one must be decided here. */
const DURING_STOP: Readonly<Record<string, 'refused' | 'owner' | 'allowed'>> = {
  'POST /api/admin/corrections': 'owner',
  'POST /api/admin/pre-orders/{id}/close': 'allowed',
  'POST /api/admin/reviews/{id}': 'owner',
  'POST /api/listings': 'allowed',
  'POST /api/pre-orders': 'refused',
  'POST /api/robux/orders': 'refused',
  'POST /api/robux/orders/together': 'refused',
  'POST /api/robux/orders/{id}/bought': 'refused',
  'POST /api/standing-orders': 'refused',
  'POST /api/transactions': 'refused',
  'POST /api/transactions/{id}/cancel': 'refused',
  'POST /api/transactions/{id}/confirm': 'refused',
  'POST /api/transactions/{id}/deliver': 'allowed',
  'POST /api/transactions/{id}/dispute': 'allowed',
  'POST /api/transactions/{id}/messages': 'allowed',
  'POST /api/transactions/{id}/pictures': 'allowed',
  'POST /api/transactions/{id}/rate': 'allowed',
  'POST /api/transactions/{id}/resolve': 'refused',
  'POST /api/wallet/manual-sweep': 'refused',
  'POST /api/wallet/transactions/{id}/cancel': 'allowed',
  'POST /api/wallet/withdraw': 'refused',
};

const STOPPED = {
  ...Object.fromEntries(Object.entries(SETTINGS).map(([key, { sandbox }]) => [key, sandbox])),
  emergency_shutdown: { enabled: true },
} as Settings;
const nameOf = ({ method, path }: (typeof endpoints)[number]) => `${method} ${path}`;

function isRefused(endpoint: (typeof endpoints)[number], isOwner: boolean): boolean {
  try {
    refuseStoppedOrInMaintenance(STOPPED, endpoint, { role: 'admin', isOwner });
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return true;
  }
}

test('S7.07 an emergency stop refuses exactly the calls that move money; owners may settle', () => {
  const during = (endpoint: (typeof endpoints)[number]) =>
    !isRefused(endpoint, false) ? 'allowed' : isRefused(endpoint, true) ? 'refused' : 'owner';
  const keyed = endpoints.filter(({ idempotent }) => idempotent);
  expect(Object.fromEntries(keyed.map((endpoint) => [nameOf(endpoint), during(endpoint)]))).toEqual(
    DURING_STOP,
  );
  const others = endpoints.filter(({ idempotent }) => !idempotent);
  // a deletion gives what is left in the wallets to the house
  expect(others.filter((endpoint) => during(endpoint) !== 'allowed').map(nameOf)).toEqual([
    'POST /api/reset/delete-me',
    'POST /api/admin/clean-database',
    'POST /api/admin/clear-test-balances',
  ]);
});

test('maintenance refuses people every write except the end of their sessions', () => {
  const settings = {
    ...STOPPED,
    emergency_shutdown: { enabled: false },
    maintenance_mode: { enabled: true },
  };
  const goesOn = endpoints.filter((endpoint) => {
    try {
      refuseStoppedOrInMaintenance(settings as Settings, endpoint, { role: 'seller', isOwner: false });
      return true;
    } catch {
      return false;
    }
  });
  expect(goesOn.map(nameOf)).toEqual(['DELETE /api/auth/sessions', 'DELETE /api/auth/sessions/{id}']);
});
