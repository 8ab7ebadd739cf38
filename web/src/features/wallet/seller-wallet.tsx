import { type Cents, cents } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { Landmark } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import { useUser } from '../sessions/session.tsx';
import { AddressBook } from '../withdrawal-addresses/address-book.tsx';
import { PendingList, usePending } from './pending-list.tsx';
import { largestWithdrawal, parseAmount } from './withdrawal.ts';
import { FeeCalculator } from './withdrawal-fees.tsx';

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
        <Card aria-labelledby="pending-withdrawals">
          <CardHeader id="pending-withdrawals" title={t('Pending withdrawals')} />
          {rows ? <PendingList rows={rows} /> : <ErrorState error={error} onRetry={refetch} />}
        </Card>
      )}
      <AddressBook />
    </>
  );
}

const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'));

interface FundsCardProps {
  wallet: Wallet | undefined;
  /** The amount in the calculator. The dialog starts with it. */
  amountText: string;
}

/** The balance, the withdrawable part of it, and the reason for the difference. */
function FundsCard({ wallet, amountText }: FundsCardProps) {
  const { isOwner } = useUser();
  const [withdrawing, setWithdrawing] = useState(false);
  const canWithdraw = wallet !== undefined && wallet.withdrawable >= wallet.minimumWithdrawal;
  return (
    <Card aria-labelledby="funds" className="flex flex-col">
      <CardHeader
        id="funds"
        title={t('Withdraw')}
        description={t('Sent to your Litecoin address, usually within minutes.')}
      />
      <CardBody className="flex flex-1 flex-col gap-5">
        <dl className="flex flex-col gap-3">
          <EarningsLine name={t('Available')}>{wallet && <Usd cents={wallet.available} />}</EarningsLine>
          <EarningsLine name={t('Withdrawable now')}>
            {wallet && <Usd cents={wallet.withdrawable} />}
          </EarningsLine>
          {wallet && wallet.held > 0 && (
            <EarningsLine name={t('On hold for pending withdrawals')}>
              <Usd cents={wallet.held} />
            </EarningsLine>
          )}
        </dl>
        <p className={cn('text-3', !wallet && 'min-h-10')}>
          {wallet &&
            whyWithdrawable(wallet, largestWithdrawal({ withdrawableCents: wallet.withdrawable, isOwner }))}
        </p>
        {wallet && wallet.balance < wallet.minimumWithdrawal && (
          <Warning>
            {t('Minimum withdrawal: {minimum}', { minimum: formatTrimmedUsd(wallet.minimumWithdrawal) })}
          </Warning>
        )}
        <Button
          aria-disabled={!canWithdraw}
          onClick={() => setWithdrawing(true)}
          className="mt-auto sm:self-start"
        >
          <Landmark aria-hidden className="size-4" />
          {t('Withdraw Funds')}
        </Button>
      </CardBody>
      <Overlays>
        {withdrawing && wallet && (
          <WithdrawDialog
            wallet={wallet}
            initialAmount={parseAmount(amountText) === null ? '' : amountText.trim()}
            onClose={() => setWithdrawing(false)}
          />
        )}
      </Overlays>
    </Card>
  );
}

function EarningsLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-2">{name}</dt>
      <dd className="font-semibold text-1 text-base tabular-nums">
        {children ?? <Skeleton className="my-1 h-4 w-20" />}
      </dd>
    </div>
  );
}

function whyWithdrawable(wallet: Wallet, largest: Cents | null): string {
  if (wallet.frozen) return t('Nothing can be withdrawn while your wallets are frozen.');
  const waiting = cents(wallet.available - wallet.withdrawable);
  if (waiting > 0) {
    return t("{waiting} becomes withdrawable once the buyers' deposits settle.", {
      waiting: formatUsd(waiting),
    });
  }
  if (wallet.available <= 0) return t('Your sales earnings are paid into this wallet.');
  if (largest === null) {
    return t('To withdraw {minimum}, you need more: fees are added to the amount.', {
      minimum: formatTrimmedUsd(wallet.minimumWithdrawal),
    });
  }
  return t('You can withdraw up to {largest}. Fees are added to the amount you enter.', {
    largest: formatUsd(largest),
  });
}
