import type { Wallet } from '@sterling/contract/wallet.ts';
import { ArrowDownToLine } from 'lucide-react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { DepositCard } from './deposit-card.tsx';
import { PendingList } from './pending-list.tsx';
import { usePending } from './use-pending.ts';

/** The deposit address and the pending deposits. */
export function BuyerWallet({ wallet }: { wallet: Wallet | undefined }) {
  const { rows, error, refetch } = usePending('buyer');
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <DepositCard wallet={wallet} />
      <Card aria-labelledby="under-way" className="flex flex-col">
        <CardHeader id="under-way" title="Pending deposits" />
        {rows && rows.length > 0 && <PendingList rows={rows} />}
        {rows?.length === 0 && (
          <EmptyState icon={ArrowDownToLine} title="No pending deposits" className="flex-1">
            Payments appear here within seconds.
          </EmptyState>
        )}
        {!rows &&
          (error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows className="p-4 sm:p-5" />)}
      </Card>
    </div>
  );
}
