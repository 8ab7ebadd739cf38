import { OwnData } from '@sterling/contract/own-data.ts';
import { expect, test } from 'vitest';
import { textOf } from '../../../test/repository.ts';

/** Tables that name a user, and the field of the export that shows their rows. */
const EXPORTED: Readonly<Record<string, keyof typeof OwnData.shape>> = {
  account_exclusions: 'earlierAccount',
  account_imports: 'accountImports',
  addresses: 'depositAddresses',
  affiliate_payouts: 'affiliate',
  api_credentials: 'apiCredentials',
  corrections: 'walletPostings',
  deposits: 'walletTransactions',
  factors: 'factors',
  identities: 'earlierAccount',
  inbox_entries: 'inbox',
  late_purchases: 'walletPostings',
  ledger_accounts: 'wallets',
  listings: 'listings',
  notifications: 'notifications',
  orders: 'orders',
  pre_orders: 'preOrders',
  price_alerts: 'priceAlerts',
  price_rule_changes: 'priceChanges',
  price_rules: 'priceRules',
  proxies: 'proxies',
  referrals: 'affiliate',
  reserve_shares: 'balanceProofs',
  roblox_accounts: 'robloxAccounts',
  sessions: 'sessions',
  standing_orders: 'standingOrders',
  stock_alerts: 'stockAlert',
  transaction_events: 'messages',
  transaction_pictures: 'pictures',
  transactions: 'transactions',
  webhook_endpoints: 'webhooks',
  withdrawal_addresses: 'withdrawalAddresses',
  withdrawal_preferences: 'withdrawalAddresses',
  withdrawals: 'walletTransactions',
};

const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'records of staff and of the operator': [
    ...['audit_log', 'factor_resets', 'prices', 'refused_accesses', 'reviews', 'sweeps'],
  ],
  'a webhook that gets one last message': ['former_webhooks'],
  'hashes only': ['known_devices', 'recovery_codes'],
  'copies of answers and of entries of the inbox, deleted after use': [
    'idempotency_keys',
    'notification_messages',
  ],
};

test('each table that names a user is in the export of own data, or is left out for a reason', () => {
  const tables = textOf('server/schema.sql').split(/^(?=create )/m);
  const named = tables.flatMap((text) => {
    const name = /^create table (\w+) \(/.exec(text)?.[1];
    return name && /^ {2}user_id |REFERENCES users\(id\)/m.test(text) ? [name] : [];
  });
  expect(named).toEqual([...Object.keys(EXPORTED), ...Object.values(LEFT_OUT).flat()].sort());
  expect(Object.keys(OwnData.shape)).toEqual(expect.arrayContaining(Object.values(EXPORTED)));
});
