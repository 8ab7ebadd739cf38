import { lazy } from 'react';
import { EntrySheet } from '../../features/history/entry-sheet.tsx';
import OrderSheet from '../../features/orders/order-sheet.tsx';
import type { Viewer } from '../../features/orders/orders.ts';
import TransferSheet from '../../features/wallet/transfer-sheet.tsx';
import type { Item } from '../../kit/navigation/open-above.tsx';

/** It has forms, which orders and transfers do not need. */
const TradeSheet = lazy(() => import('../../features/transactions/trade-sheet.tsx'));

/** Who reads each kind of order. */
const VIEWERS: Readonly<Record<'order' | 'sale' | 'staff-order', Viewer>> = {
  order: 'buyer',
  sale: 'seller',
  'staff-order': 'staff',
};

/** The order, trade, transfer or entry that the address opens, above any page. What is typed and asked in one is not for the next. */
export default function OpenedItem({ kind, id, onClose }: Item & { onClose: () => void }) {
  if (kind === 'entry') return <EntrySheet key={id} id={id} onClose={onClose} />;
  if (kind === 'trade') return <TradeSheet key={id} tradeId={id} onClose={onClose} />;
  if (kind === 'transfer' || kind === 'staff-transfer')
    return (
      <TransferSheet key={id} transferId={id} isForStaff={kind === 'staff-transfer'} onClose={onClose} />
    );
  return <OrderSheet key={id} orderId={id} viewer={VIEWERS[kind]} onClose={onClose} />;
}
