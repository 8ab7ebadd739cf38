import { expect, test } from 'vitest';
import { formatTime } from '../../kit/format/format-time.ts';
import { actionNameOf, changesOf, subjectOf, summaryOf } from './audit-entry.ts';
import { humanised } from './words.ts';

test('S7.01 an audit entry lists each changed field and leaves out unchanged ones', () => {
  const before = { enabled: false, updatedAt: null, percent: 5 };
  const after = { enabled: true, updatedAt: '2026-03-04T05:06:07Z', percent: 5 };
  expect(changesOf({ before, after })).toEqual([
    { name: 'Enabled', text: 'no → yes' },
    { name: 'Updated at', text: `none → ${formatTime(new Date(after.updatedAt))}` },
  ]);
});

test('S7.01 an audit entry with only a before or an after value shows that value', () => {
  expect(changesOf({ before: { users: 3 }, after: null })).toEqual([{ name: 'Users', text: '3' }]);
  expect(changesOf({ before: null, after: 'sold' })).toEqual([{ name: 'Value', text: 'sold' }]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
});

test('S7.01 a changed setting shows its name before its first change', () => {
  const entry = { action: 'settings.changed', subjectId: 'marketplace_fee' };
  expect(summaryOf({ ...entry, before: { percent: 5 }, after: { percent: 4.9 } })).toBe(
    'Transaction fee · Percent: 5 → 4.9',
  );
  expect(summaryOf({ ...entry, before: { percent: 5 }, after: { percent: 5 } })).toBe('Transaction fee');
  expect(summaryOf({ ...entry, action: 'users.edited', before: null, after: null })).toBeNull();
});

test('S7.01 the line of a saved setting does not count the time of saving as a change', () => {
  const entry = { action: 'settings.changed', subjectId: 'maintenance_mode' };
  const before = { enabled: false, updatedAt: null };
  const after = { enabled: true, updatedAt: '2026-03-04T05:06:07Z' };
  expect(summaryOf({ ...entry, before, after })).toBe('Maintenance mode · Enabled: no → yes');
  expect(summaryOf({ ...entry, before: null, after })).toBe('Maintenance mode · Enabled: yes');
});

test('S7.01 the line of an audit entry names what was made, not its id', () => {
  const after = { id: '01a2', name: 'Shop bot', scopes: ['read'] };
  const entry = { action: 'api_credentials.created', subjectId: '01a2', before: null, after };
  expect(summaryOf(entry)).toBe('Name: Shop bot, …');
});

test('S7.01 codes in an audit entry read as words', () => {
  expect(changesOf({ before: null, after: { kind: 'totp' } })).toEqual([
    { name: 'Kind', text: 'Authenticator app' },
  ]);
  expect(changesOf({ before: { role: 'buyer' }, after: { role: 'seller' } })).toEqual([
    { name: 'Role', text: 'Buyer → Seller' },
  ]);
});

test('S7.01 a setting has the name of its control, and its fields read as words', () => {
  const entry = { action: 'settings.changed', subjectId: 'writes_per_ip' };
  const settings = ['marketplace_fee', 'action_limit', 'affiliate'];
  expect(settings.map(humanised)).toEqual(['Transaction fee', 'Rate limit', 'Affiliate share']);
  expect(summaryOf({ ...entry, before: { perMinute: null }, after: { perMinute: 120 } })).toBe(
    'Changes per IP · Per minute: none → 120',
  );
  expect(changesOf({ before: { isOwner: false }, after: { isOwner: true } })).toEqual([
    { name: 'Owner', text: 'no → yes' },
  ]);
  expect(changesOf({ before: null, after: { id: 'a' } })).toEqual([{ name: 'ID', text: 'a' }]);
});

test('S7.01 money in an audit entry always shows its currency', () => {
  expect(changesOf({ before: { cents: 7_810 }, after: { cents: 15_810 } })).toEqual([
    { name: 'Amount', text: '$78.10 → $158.10' },
  ]);
  expect(changesOf({ before: { overUsd: null }, after: { overUsd: 500 } })).toEqual([
    { name: 'Over', text: 'none → $500.00' },
  ]);
});

test('S7.01 an audit entry says what happened and to whom, without code names', () => {
  const label = (action: string, after: unknown = null) => actionNameOf({ action, after });
  expect(label('reviews.approved', { kind: 'dispute' })).toBe('Dispute decided for the buyer');
  expect(label('reviews.rejected', { kind: 'report' })).toBe('Report rejected');
  expect(label('reviews.approved', { kind: 'ownerless_deposit' })).toBe('Deposit without an owner kept');
  expect(label('transactions.resolved', { outcome: 'seller' })).toBe('Trade decided: seller paid');
  expect(label('limits.cleared')).toBe('Rate limits cleared');
  expect(label('webhooks.added')).toBe('Webhook added');
  expect(label('reviews.approved', { kind: 'something_new' })).toBe('Review approved');
  expect(label('coins.moved')).toBe('Coins moved');
  expect(subjectOf({ trade: 'Egg #2 (nova from bram)', subject: 'bram' })).toBe('Egg #2 (nova from bram)');
  expect(subjectOf({ trade: null, subject: 'juno#1234' })).toBe('juno');
});
