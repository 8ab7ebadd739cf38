import { plural, t } from '@sterling/contract/texts.ts';
import type { Role } from '@sterling/contract/users.ts';
import { capitalised, formatWhole } from './format.ts';

/** The words for codes of the contract: states of orders, payments, trades, listings and pre-orders, and roles. */
export const LABELS: Readonly<Record<string, string>> = {
  active: t('Active'),
  admin: t('Admin'),
  buyer: t('Buyer'),
  cancelled: t('Cancelled'),
  completed: t('Completed'),
  delivered: t('Delivered'),
  disputed: t('Disputed'),
  expired: t('Expired'),
  failed: t('Failed'),
  matched: t('Matched'),
  paused: t('Paused'),
  pending: t('Pending'),
  processing: t('Processing'),
  refunded: t('Refunded'),
  removed: t('Removed'),
  reversed: t('Reversed'),
  seller: t('Seller'),
  sold: t('Sold'),
  waiting: t('Waiting'),
};

/** `completed` → `Completed`. A code without a label stays as it is, with a capital letter. */
export const labelOf = (code: string): string => LABELS[code] ?? capitalised(code);

/** `2 pending` */
export const pendingText = (count: number): string =>
  plural(count, '{count} pending', '{count} pending', { count: formatWhole(count) });

/** The label of a role, with the owner's title. */
export const roleLabel = ({ role, isOwner }: { role: Role; isOwner: boolean }): string =>
  isOwner ? t('{role} · Owner', { role: labelOf(role) }) : labelOf(role);
