import type { HistoryEntry, HistoryType } from '@sterling/contract/history.ts';
import type { Side } from '../orders/side.ts';

/** Labels of the entry types. The requirements name the two kinds of sale. */
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

export const isTransfer = ({ type }: Pick<HistoryEntry, 'type'>): boolean =>
  type === 'deposit' || type === 'withdrawal';

/** The side of the order that the user had. */
export const sideOf = ({ type }: Pick<HistoryEntry, 'type'>): Side =>
  type === 'robux_sale' || type === 'sale' || type === 'withdrawal' ? 'seller' : 'buyer';

/** Sellers see their sales. All other roles see their purchases. */
export const historyRoleOf = ({ role }: { role: string }): Side => (role === 'seller' ? 'seller' : 'buyer');
