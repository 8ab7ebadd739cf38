import type { WalletType } from '@sterling/contract/fields.ts';
import { cents, litoshi, litoshiOfCents, minimumTransfer } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { sideOf, type Wallet } from '@sterling/contract/wallet.ts';
import { useQuery } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { platformStatusQuery } from '../features/platform/queries.ts';
import { useUser } from '../features/sessions/session.tsx';
import { SpendingButton } from '../features/spending/spending-button.tsx';
import { walletQuery } from '../features/wallet/balance.ts';
import { BuyerWallet } from '../features/wallet/buyer-wallet.tsx';
import { FrozenNotice, OutageNotice } from '../features/wallet/notices.tsx';
import { SellerWallet } from '../features/wallet/seller-wallet.tsx';
import { Transfers } from '../features/wallet/transfers.tsx';
import { ltcPriceQuery } from '../features/wallet/wallet.ts';
import { formatPrice, formatWhole } from '../kit/format/format.ts';
import { rich } from '../kit/format/rich.tsx';
import { sectionPath } from '../kit/navigation/section-navigation.ts';
import { Button } from '../kit/ui/button.tsx';
import { Card } from '../kit/ui/card.tsx';
import { lazyNamed } from '../kit/ui/lazy.tsx';
import { ErrorBoundary, ErrorState } from '../kit/ui/missing-content.tsx';
import { Ltc, Usd } from '../kit/ui/money.tsx';
import { Skeleton } from '../kit/ui/spinner.tsx';

const OwnBalance = lazyNamed(async () => (await import('../features/reserves/own-balance.tsx')).OwnBalance);

/** The wallet of the current role: balance, deposits or withdrawals, and history. */
export default function WalletSection() {
  const walletType = sideOf(useUser().role);
  const { data, error, refetch } = useQuery(walletQuery(walletType));
  const { data: status } = useQuery(platformStatusQuery);
  if (error && !data) {
    return (
      <Card>
        <ErrorState error={error} onRetry={refetch} title={t('The wallet could not be loaded')} />
      </Card>
    );
  }
  // A signed-out user has an empty wallet. Undefined while loading.
  const wallet = data === null ? nothingIn(walletType) : data;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      {wallet?.frozen && <FrozenNotice available={wallet.available} />}
      {wallet?.outage && <OutageNotice outage={wallet.outage} walletType={walletType} />}
      <BalanceCard walletType={walletType} wallet={wallet} />
      {walletType === 'buyer' ? <BuyerWallet wallet={wallet} /> : <SellerWallet wallet={wallet} />}
      <Transfers walletType={walletType} actions={walletType === 'buyer' && <SpendingButton />} />
      {/* last, because it appears late and would move what follows */}
      {status?.publishesReserves && (
        <ErrorBoundary fallback={null}>
          <Suspense>
            <OwnBalance withLink />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

const nothingIn = (walletType: WalletType): Wallet => ({
  id: '',
  userId: '',
  walletType,
  balance: cents(0),
  available: cents(0),
  withdrawable: cents(0),
  held: cents(0),
  ltcAddress: null,
  totalDeposits: cents(0),
  totalWithdrawals: cents(0),
  transactionCount: 0,
  belowMinimum: litoshi(0),
  minimumDeposit: minimumTransfer(false),
  minimumWithdrawal: minimumTransfer(false),
  frozen: false,
});

interface BalanceCardProps {
  walletType: WalletType;
  /** Undefined while loading. */
  wallet: Wallet | undefined;
}

/** The balance as the largest figure of the page, its value in LTC, and three totals. */
function BalanceCard({ walletType, wallet }: BalanceCardProps) {
  return (
    <Card aria-labelledby="balance" className="@container">
      <div className="flex flex-col gap-6 p-4 sm:p-5 @4xl:flex-row @4xl:items-end @4xl:justify-between">
        <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-3 @4xl:justify-start">
          <div className="flex flex-1 basis-0 flex-col gap-1 @4xl:flex-none">
            <h2 id="balance" className="font-medium text-3 text-xs">
              {walletType === 'buyer' ? t('Buyer wallet balance') : t('Seller wallet balance')}
            </h2>
            <div className="font-semibold text-4xl text-1 tracking-tight *:text-[length:min(1em,(100cqi-2.5rem)/var(--length,1)/0.62)] md:text-6xl">
              {wallet ? <Usd cents={wallet.balance} /> : <Skeleton className="my-1 h-9 w-48 md:h-15" />}
            </div>
            <Worth wallet={wallet} />
          </div>
          {walletType === 'buyer' && wallet && wallet.available > 0 && (
            <Button asChild>
              <Link href={sectionPath('buy-robux')}>
                <ShoppingBag aria-hidden className="size-4" />
                {t('Buy Robux')}
              </Link>
            </Button>
          )}
        </div>
        <dl className="grid gap-2 @2xl:grid-cols-3 @2xl:divide-x @2xl:divide-line @4xl:grid-flow-col @4xl:auto-cols-auto @4xl:grid-cols-none">
          <Total name={t('Total Deposits')}>{wallet && <Usd cents={wallet.totalDeposits} />}</Total>
          <Total name={t('Total Withdrawals')}>{wallet && <Usd cents={wallet.totalWithdrawals} />}</Total>
          <Total name={t('Transactions')}>{wallet && formatWhole(wallet.transactionCount)}</Total>
        </dl>
      </div>
    </Card>
  );
}

function Worth({ wallet }: { wallet: Wallet | undefined }) {
  const { data: price, isError } = useQuery(ltcPriceQuery);
  const note = price ? `1 LTC = ${formatPrice(price)}` : isError ? t('LTC price unavailable') : null;
  return (
    <>
      <div className="min-h-7 text-2 text-base md:text-xl">
        {wallet && price ? (
          <>
            ≈ {wallet.balance < 0 && '−'}
            <Ltc litoshi={litoshiOfCents(cents(Math.abs(wallet.balance)), price)} />
          </>
        ) : (
          !isError && <Skeleton className="my-1 h-5 w-40" />
        )}
      </div>
      <p className="flex min-h-5 flex-wrap items-baseline gap-x-3 text-3 text-xs tabular-nums">
        {wallet && wallet.held > 0 && (
          <span className="text-2 text-sm">
            {rich('{usd} on hold', { usd: <Usd cents={wallet.held} /> })}
          </span>
        )}
        <span>{note}</span>
      </p>
    </>
  );
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center justify-between gap-1 @2xl:flex-col @2xl:items-start @2xl:px-6 @2xl:first:pl-0 @2xl:last:pr-0">
      <dt className="text-3 text-xs">{name}</dt>
      <dd className="font-semibold text-1 tabular-nums @2xl:text-xl">
        {children ?? <Skeleton className="h-5 w-16 @2xl:my-1" />}
      </dd>
    </div>
  );
}
