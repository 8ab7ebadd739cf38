import type { NotificationKind } from '@sterling/contract/notifications.ts';

interface Kind {
  readonly kind: NotificationKind;
  readonly name: string;
  readonly note: string;
}

/** All kinds of notification in display order. */
export const KINDS: readonly Kind[] = [
  { kind: 'orders', name: 'Orders', note: 'Your order completes or fails' },
  { kind: 'pre-orders', name: 'Pre-orders', note: 'Your pre-order is matched' },
  { kind: 'sales', name: 'Sales', note: 'Your Robux sell' },
  {
    kind: 'trades',
    name: 'Marketplace trades',
    note: 'A listing is bought, delivered, disputed or completed',
  },
  { kind: 'accounts', name: 'Roblox accounts', note: 'Your account is taken off sale automatically' },
  { kind: 'deposits', name: 'Deposits', note: 'Your deposit is credited' },
  { kind: 'withdrawals', name: 'Withdrawals', note: 'Your withdrawal is sent, confirmed or fails' },
  {
    kind: 'security',
    name: 'Security',
    note: 'A new sign-in or webhook, or a change of how you confirm actions',
  },
];

export const ALL_KINDS: readonly NotificationKind[] = KINDS.map(({ kind }) => kind);
