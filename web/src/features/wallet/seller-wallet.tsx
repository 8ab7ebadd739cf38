import type { Wallet } from '@sterling/contract/wallet.ts';
import { useState } from 'react';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { ErrorState } from '../../kit/ui/empty-state.tsx';
import { AddressBook } from '../withdrawal-addresses/address-book.tsx';
import { FeeCalculator } from './fee-calculator.tsx';
import { FundsCard } from './funds-card.tsx';
import { PendingList } from './pending-list.tsx';
import { usePending } from './use-pending.ts';

/** The withdrawable funds, the fees and the pending withdrawals. */
export function SellerWallet({ wallet }: { wallet: Wallet | undefined }) {
  const { rows, error, refetch } = usePending('seller');
  const [amountText, setAmountText] = useState('');
  return (
    <>
      <div className="grid gap-4 md:gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <FundsCard wallet={wallet} amountText={amountText} />
        <FeeCalculator text={amountText} onChange={setAmountText} />
      </div>
      {(rows?.length || (error && !rows)) && (
        <Card aria-labelledby="under-way">
          <CardHeader id="under-way" title="Pending withdrawals" />
          {rows ? <PendingList rows={rows} /> : <ErrorState error={error} onRetry={refetch} />}
        </Card>
      )}
      <AddressBook />
    </>
  );
}
