import type { WalletType } from '@sterling/contract/fields.ts';
import type { Wallet as WalletState } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { Snowflake } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { platformStatusQuery } from '../features/platform/queries.ts';
import { useUser } from '../features/session/session.ts';
import { SpendingButton } from '../features/spending/spending-button.tsx';
import { BalanceCard } from '../features/wallet/balance-card.tsx';
import { walletQuery, walletTypeOf } from '../features/wallet/balance-query.ts';
import { BuyerWallet } from '../features/wallet/buyer-wallet.tsx';
import { History } from '../features/wallet/history.tsx';
import { SellerWallet } from '../features/wallet/seller-wallet.tsx';
import { Card } from '../kit/ui/card.tsx';
import { ErrorState } from '../kit/ui/empty-state.tsx';
import { ErrorBoundary } from '../kit/ui/error-boundary.tsx';

const OwnBalance = lazy(async () => ({ default: (await import('./reserves-page.tsx')).OwnBalance }));

/** The wallet of the current role: balance, deposits or withdrawals, and history. */
export default function Wallet() {
  const walletType = walletTypeOf(useUser());
  const { data, error, refetch } = useQuery(walletQuery(walletType));
  const { data: status } = useQuery(platformStatusQuery);
  if (error && !data) {
    return (
      <Card>
        <ErrorState error={error} onRetry={refetch} title="The wallet could not be loaded" />
      </Card>
    );
  }
  // A signed-out user has an empty wallet. Undefined while loading.
  const wallet = data === null ? nothingIn(walletType) : data;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      {wallet?.frozen && <Frozen />}
      <BalanceCard walletType={walletType} wallet={wallet} />
      {walletType === 'buyer' ? <BuyerWallet wallet={wallet} /> : <SellerWallet wallet={wallet} />}
      {status?.publishesReserves && (
        <ErrorBoundary silent>
          <Suspense>
            <OwnBalance withLink />
          </Suspense>
        </ErrorBoundary>
      )}
      <History walletType={walletType} actions={walletType === 'buyer' && <SpendingButton />} />
    </div>
  );
}

const nothingIn = (walletType: WalletType): WalletState => ({
  id: '',
  userId: '',
  walletType,
  balance: 0,
  available: 0,
  withdrawable: 0,
  held: 0,
  ltcAddress: null,
  totalDeposits: 0,
  totalWithdrawals: 0,
  transactionCount: 0,
  minimumDeposit: 10,
  minimumWithdrawal: 10,
  frozen: false,
});

function Frozen() {
  return (
    <p role="status" className="flex items-start gap-3 rounded-xl bg-warn/12 px-4 py-4 sm:px-5 text-warn">
      <Snowflake aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Your wallets are frozen and can't send money, for example because a deposit was reversed by the
        Litecoin network. Our team has been notified.
      </span>
    </p>
  );
}
