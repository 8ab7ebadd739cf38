import type { HistoryEntry, HistoryType } from '@sterling/contract/history.ts';
import type { Item } from '../../kit/navigation/open-item.tsx';
import type { Side } from '../orders/order.ts';

/** Labels of the entry types. The requirements name the two kinds of sale. */
export const TYPE_NAMES: Readonly<Record<HistoryType, string>> = {
  purchase: 'Purchase',
  robux_purchase: 'Robux Purchase',
  deposit: 'Deposit',
  sale: 'Sale',
  robux_sale: 'Robux Sale',
  withdrawal: 'Withdrawal',
};

export const isRobuxOrder = ({ type }: Pick<HistoryEntry, 'type'>): boolean =>
  type === 'robux_purchase' || type === 'robux_sale';

const KINDS: Readonly<Record<HistoryType, Item['kind']>> = {
  purchase: 'trade',
  robux_purchase: 'order',
  deposit: 'transfer',
  sale: 'trade',
  robux_sale: 'sale',
  withdrawal: 'transfer',
};

/** What an entry opens. */
export const itemOf = ({ id, type }: Pick<HistoryEntry, 'id' | 'type'>): Item => ({ kind: KINDS[type], id });

/** The side of the order that the user had. */
export const sideOf = ({ type }: Pick<HistoryEntry, 'type'>): Side =>
  type === 'robux_sale' || type === 'sale' || type === 'withdrawal' ? 'seller' : 'buyer';

/** Sellers see their sales. All other roles see their purchases. */
export const historyRoleOf = ({ role }: { role: string }): Side => (role === 'seller' ? 'seller' : 'buyer');
