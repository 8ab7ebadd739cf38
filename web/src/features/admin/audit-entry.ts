import type { AuditEntry } from '@sterling/contract/admin.ts';
import type { AuditAction } from '@sterling/contract/audit-actions.ts';
import { cents, parseDecimal } from '@sterling/contract/money.ts';
import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { t } from '@sterling/contract/texts.ts';
import { displayName, formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { humanised } from './words.ts';

/** What each action did. */
export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  'settings.changed': t('Setting changed'),
  'owners.named': t('Owner named by the configuration'),
  'owners.removed': t('Owner removed by the configuration'),
  'users.edited': t('User edited'),
  'users.banned': t('User banned'),
  'users.accounts_allowed': t('Roblox accounts allowed again'),
  'users.switched-role': t('Own role changed'),
  'sessions.started': t('Signed in'),
  'sessions.ended': t('User signed out everywhere'),
  'notifications.set': t('Discord webhook saved'),
  'webhooks.added': t('Webhook added'),
  'webhooks.moved': t('Address of a webhook changed'),
  'webhooks.secret_rotated': t('Webhook secret changed'),
  'webhooks.removed': t('Webhook removed'),
  'api_credentials.created': t('API token created'),
  'api_credentials.revoked': t('API token revoked'),
  'sweeps.requested': t('Sweep requested'),
  'users.exported': t('Users exported'),
  'audit.exported': t('Audit log exported'),
  'wallets.corrected': t('Wallet corrected'),
  'wallets.correction_requested': t('Wallet correction requested'),
  'factors.added': t('Second factor added'),
  'factors.removed': t('Second factor removed'),
  'factors.codes_renewed': t('New recovery codes'),
  'factors.copied': t('Passkey possibly copied'),
  'factors.limit_changed': t('Limit without a check changed'),
  'factors.reset_requested': t('Reset of second factor requested'),
  'factors.reset_cancelled': t('Reset of second factor cancelled'),
  'factors.reset': t('Second factor reset'),
  'reserves.signed': t('Cold address signed'),
  'price.set': t('LTC price set'),
  'reviews.approved': t('Review approved'),
  'reviews.rejected': t('Review rejected'),
  'transactions.resolved': t('Trade decided'),
  'transactions.asked': t('Question asked about a trade'),
  'reports.verified': t('Report verified'),
  'orders.refused': t('Robux order refused by Roblox'),
  'pre-orders.closed': t('Pre-order closed'),
  'limits.cleared': t('Rate limits cleared'),
  'backups.made': t('Backup made'),
  'backups.downloaded': t('Backup downloaded'),
  'database.cleaned': t('Database cleaned'),
  'test-balances.cleared': t('Test balances cleared'),
};

/** Some reviews can only be approved. */
type Names = readonly [approved: string, rejected?: string];

/** What the decision of a review did, by the review's kind. */
const DECISIONS: Readonly<Record<ReviewKind, Names>> = {
  withdrawal: [t('Withdrawal approved'), t('Withdrawal rejected')],
  reversal: [t('Deposit reversal absorbed'), t('Deposit reversal left with the buyer')],
  correction: [t('Wallet correction approved'), t('Wallet correction rejected')],
  dispute: [t('Dispute decided for the buyer'), t('Dispute decided for the seller')],
  manual_order: [t('Robux order decided for the seller'), t('Robux order decided for the buyer')],
  report: [t('Report accepted'), t('Report rejected')],
  house_payment: [t('Internal transfer sent again'), t('Internal transfer given up')],
  off_platform: [t('Seller reinstated'), t('Accounts of a seller removed')],
  foreign_spend: [t('Unsigned spend accepted'), t('Unsigned spend: everything stopped')],
  book_difference: [t('Ledger difference accepted'), t('Ledger difference: everything stopped')],
  coin_difference: [t('Coin difference accepted'), t('Coin difference: everything stopped')],
  low_reserves: [t('Low reserves accepted'), t('Low reserves: everything stopped')],
  ownerless_deposit: [t('Deposit without an owner kept')],
  restore: [t('Comparison after a restore confirmed')],
  late_purchase: [t('Late purchase paid by Sterling'), t('Late purchase not paid')],
};

const OUTCOMES: Readonly<Record<string, string>> = {
  buyer: t('Trade decided: buyer refunded'),
  seller: t('Trade decided: seller paid'),
};

/** What an entry says that happened. */
export function actionNameOf({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  const { kind, outcome } = fieldsOf(after);
  const isDecision = action === 'reviews.approved' || action === 'reviews.rejected';
  const decided = isDecision && DECISIONS[kind as ReviewKind]?.[action === 'reviews.approved' ? 0 : 1];
  const resolved = action === 'transactions.resolved' && OUTCOMES[String(outcome)];
  return decided || resolved || nameOf(action);
}

/** Actions of a newer server appear under their own names. */
const nameOf = (action: string): string =>
  action in ACTION_NAMES ? ACTION_NAMES[action as AuditAction] : humanised(action);

/** The trade or the user that an entry concerns. */
export const subjectOf = ({ trade, subject }: Pick<AuditEntry, 'trade' | 'subject'>): string | null =>
  trade ?? (subject && displayName(subject));

export interface Change {
  readonly name: string;
  /** 'no → yes', or the value alone if only one side exists. */
  readonly text: string;
}

/** The changed fields of an audit entry. Leaves out unchanged fields. Formats money as dollars, and times. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((key) => ({ key, from: shown(key, was[key]), to: shown(key, is[key]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ key, from, to }) => ({
      name: humanised(key.replace(UNIT, '')) || t('Amount'),
      text: key in was && key in is ? `${from} → ${to}` : key in is ? to : from,
    }));
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Names of money fields end in their unit. */
const UNIT = /(?:cents|usd)$/i;

/** Fields with a code, which is shown as words. */
const CODES = new Set(['kind', 'outcome', 'role', 'stage', 'status', 'walletType']);

/** The first change on one line, with the name of its setting in front. Null if nothing was recorded. Leaves out the subject's id. */
export function summaryOf(
  entry: Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'>,
): string | null {
  const { action, subjectId } = entry;
  const setting = action === 'settings.changed' && subjectId ? humanised(subjectId) : null;
  const changes = changesOf({ before: withoutMoment(entry.before), after: withoutMoment(entry.after) });
  const [first, ...more] = changes.filter(({ text }) => text !== subjectId);
  if (!first) return setting;
  const change = `${first.name}: ${first.text}${more.length > 0 ? ', …' : ''}`;
  return setting ? `${setting} · ${change}` : change;
}

/** Without the time of a saved setting, which is the time of its entry. */
const withoutMoment = (value: unknown) => ({ ...fieldsOf(value), updatedAt: undefined });

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };

function shown(key: string, value: unknown): string {
  if (value === null || value === undefined) return t('none');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'string' && ISO_TIME.test(value)) return formatTime(new Date(value));
  if (typeof value === 'string' && CODES.has(key)) return humanised(value);
  if (typeof value !== 'number' || !UNIT.test(key)) return String(value);
  const amount = parseDecimal(value, key.toLowerCase().endsWith('cents') ? 0 : 2);
  return amount === null ? String(value) : formatUsd(cents(amount));
}
