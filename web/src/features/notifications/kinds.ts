import type { NotificationKind } from '@sterling/contract/notifications.ts';

interface Kind {
  readonly kind: NotificationKind;
  readonly name: string;
  readonly note: string;
}

/** All kinds of notification in display order. */
export const KINDS: readonly Kind[] = [
  { kind: 'orders', name: 'Orders', note: 'An order of yours is completed or failed' },
  { kind: 'pre-orders', name: 'Pre-orders', note: 'A pre-order of yours is matched' },
  { kind: 'sales', name: 'Sales', note: 'Robux of yours are sold' },
  { kind: 'trades', name: 'Marketplace trades', note: 'A listing is bought, delivered, disputed or done' },
  { kind: 'accounts', name: 'Roblox accounts', note: 'An account of yours goes off sale by itself' },
  { kind: 'deposits', name: 'Deposits', note: 'Litecoin of yours is credited' },
  { kind: 'withdrawals', name: 'Withdrawals', note: 'A payment to you is sent, confirmed or failed' },
];

export const ALL_KINDS: readonly NotificationKind[] = KINDS.map(({ kind }) => kind);
