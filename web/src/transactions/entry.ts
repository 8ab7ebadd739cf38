import type { HistoryEntry, HistoryType } from '@sterling/contract/history.ts';
import type { Side } from '../orders/side.ts';

/** What each kind of entry is called; the seller's two kinds of sale as in the requirements. */
export const TYPE_NAMES: Readonly<Record<HistoryType, string>> = {
  purchase: 'Purchase',
  robux_purchase: 'Robux Purchase',
  deposit: 'Deposit',
  sale: 'Sale',
  robux_sale: 'Robux Sale',
  withdrawal: 'Withdrawal',
};

export const isTrade = ({ type }: Pick<HistoryEntry, 'type'>): boolean =>
  type === 'purchase' || type === 'sale';

export const isRobuxOrder = ({ type }: Pick<HistoryEntry, 'type'>): boolean =>
  type === 'robux_purchase' || type === 'robux_sale';

/** The side of an order that someone took. */
export const sideOf = ({ type }: Pick<HistoryEntry, 'type'>): Side =>
  type === 'robux_sale' || type === 'sale' || type === 'withdrawal' ? 'seller' : 'buyer';

/** A seller sees what was done as seller, everyone else what was done as buyer. */
export const historyRoleOf = ({ role }: { role: string }): Side => (role === 'seller' ? 'seller' : 'buyer');
