import type { AuditEntry } from '@sterling/contract/admin.ts';
import { displayName, formatCents, formatUsd } from '../../kit/format/format.ts';
import { humanised } from './facts.ts';

/** What each action did. Actions of a newer server appear under their own names. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
  'settings.changed': 'Setting changed',
  'owners.named': 'Owner named by the configuration',
  'owners.removed': 'Owner removed by the configuration',
  'users.edited': 'User edited',
  'users.banned': 'User banned',
  'users.switched-role': 'Own role changed',
  'sessions.started': 'Signed in',
  'sessions.ended': 'User signed out everywhere',
  'notifications.set': 'Discord webhook saved',
  'sweeps.requested': 'Sweep requested',
  'users.exported': 'Users exported',
  'audit.exported': 'Audit log exported',
  'wallets.corrected': 'Wallet corrected',
  'wallets.correction_requested': 'Wallet correction requested',
  'factors.added': 'Second factor added',
  'factors.removed': 'Second factor removed',
  'factors.codes_renewed': 'New recovery codes',
  'factors.limit_changed': 'Limit without a check changed',
  'factors.reset_requested': 'Reset of second factor requested',
  'factors.reset_cancelled': 'Reset of second factor cancelled',
  'factors.reset': 'Second factor reset',
  'reserves.signed': 'Cold address signed',
  'price.set': 'LTC price set',
  'reviews.approved': 'Review approved',
  'reviews.rejected': 'Review rejected',
  'transactions.resolved': 'Trade decided',
  'transactions.asked': 'Question asked about a trade',
  'reports.verified': 'Report verified',
  'orders.refused': 'Robux order refused by Roblox',
  'pre-orders.closed': 'Pre-order closed',
  'limits.cleared': 'Rate limits cleared',
  'backups.made': 'Backup made',
  'backups.downloaded': 'Backup downloaded',
  'database.cleaned': 'Database cleaned',
  'test-balances.cleared': 'Test balances cleared',
};

type Names = readonly [approved: string, rejected: string];

const stop = (what: string): Names => [`${what} accepted`, `${what}: everything stopped`];

/** What the decision of a review did, by the review's kind. */
const DECISIONS: Readonly<Record<string, Names>> = {
  withdrawal: ['Withdrawal approved', 'Withdrawal rejected'],
  reversal: ['Deposit reversal absorbed', 'Deposit reversal left with the buyer'],
  correction: ['Wallet correction approved', 'Wallet correction rejected'],
  dispute: ['Dispute decided for the buyer', 'Dispute decided for the seller'],
  manual_order: ['Robux order decided for the seller', 'Robux order decided for the buyer'],
  report: ['Report accepted', 'Report rejected'],
  house_payment: ['Internal transfer sent again', 'Internal transfer given up'],
  off_platform: ['Seller reinstated', 'Accounts of a seller removed'],
  foreign_spend: stop('Unsigned spend'),
  book_difference: stop('Ledger difference'),
  coin_difference: stop('Coin difference'),
  low_reserves: stop('Low reserves'),
  late_purchase: ['Late purchase paid by Sterling', 'Late purchase not paid'],
};

const OUTCOMES: Readonly<Record<string, string>> = {
  buyer: 'Trade decided: buyer refunded',
  seller: 'Trade decided: seller paid',
};

/** What an entry says that happened. */
export function labelOf({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  const { kind, outcome } = fieldsOf(after);
  const isDecision = action === 'reviews.approved' || action === 'reviews.rejected';
  const decided = isDecision && DECISIONS[String(kind)]?.[action === 'reviews.approved' ? 0 : 1];
  const resolved = action === 'transactions.resolved' && OUTCOMES[String(outcome)];
  return decided || resolved || ACTION_NAMES[action] || humanised(action);
}

/** The trade or the user that an entry concerns. */
export const subjectOf = ({ trade, subject }: Pick<AuditEntry, 'trade' | 'subject'>): string | null =>
  trade ?? (subject && displayName(subject));

export interface Change {
  readonly name: string;
  /** 'no → yes', or the value alone if only one side exists. */
  readonly text: string;
}

/** The changed fields of an audit entry. Leaves out unchanged fields. Formats money as dollars. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({ key, from: shown(key, was[key]), to: shown(key, is[key]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ key, from, to }) => ({
      name: humanised(key.replace(UNIT, '')) || 'Amount',
      text: key in was && key in is ? `${from} → ${to}` : key in is ? to : from,
    }));
}

/** Names of money fields end in their unit. */
const UNIT = /(?:cents|usd)$/i;

/** The first change on one line, with the name of its setting in front. Null if nothing was recorded. */
export function summaryOf(
  entry: Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'>,
): string | null {
  const [first, ...more] = changesOf(entry);
  if (!first) return null;
  const change = `${first.name}: ${first.text}${more.length > 0 ? ', …' : ''}`;
  const isSetting = entry.action === 'settings.changed' && entry.subjectId;
  return isSetting ? `${humanised(entry.subjectId ?? '')} · ${change}` : change;
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };

function shown(key: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value !== 'number' || !UNIT.test(key)) return String(value);
  return key.toLowerCase().endsWith('cents') ? formatCents(value) : formatUsd(value);
}
