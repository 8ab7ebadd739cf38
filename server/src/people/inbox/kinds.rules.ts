import type { NotificationKind } from '@sterling/contract/notifications.ts';
import type { News } from './inbox.rules.ts';
import type { SecurityNews } from './security-news.rules.ts';

/** The kind of news, which people switch on and off. The SQL functions that store news name it themselves. */
export const kindOf = (code: News['code']): NotificationKind => KINDS[code] ?? 'security';

/**
 * Another kind that brings the news too. A thief can switch news of withdrawals off in silence, so the news of a withdrawal that can
 * still be cancelled also belongs to security.
 */
export const otherKindOf = (code: News['code']): NotificationKind | null =>
  code === 'withdrawal_requested' ? 'security' : null;

/** The kind of each code, except for security. */
const KINDS: Readonly<Record<string, NotificationKind>> = {
  order_completed: 'orders',
  order_failed: 'orders',
  order_sold: 'sales',
  order_refused: 'sales',
  order_to_buy: 'sales',
  pre_order_matched: 'pre-orders',
  price_alert_met: 'alerts',
  standing_order_skipped: 'alerts',
  standing_order_paused: 'alerts',
  trade_bought: 'trades',
  trade_delivered: 'trades',
  trade_disputed: 'trades',
  trade_completed: 'trades',
  trade_lost: 'trades',
  trade_refunded: 'trades',
  trade_cancelled: 'trades',
  trade_restored: 'trades',
  trade_seller_banned: 'trades',
  trade_message: 'messages',
  deposit_credited: 'deposits',
  deposit_reversed: 'deposits',
  wallet_corrected: 'deposits',
  withdrawal_requested: 'withdrawals',
  withdrawal_sent: 'withdrawals',
  withdrawal_confirmed: 'withdrawals',
  withdrawal_cancelled: 'withdrawals',
  withdrawal_failed: 'withdrawals',
  account_off_sale: 'accounts',
  accounts_paused: 'accounts',
  stock_low: 'accounts',
  price_rule_paused: 'accounts',
} satisfies Record<Exclude<News['code'], SecurityNews['code']>, NotificationKind>;
