import { type Cents, cents, DEPOSIT_CONFIRMATIONS } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { wallet as calls, type Wallet } from '@sterling/contract/wallet.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDownToLine, RotateCw, ScanSearch, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call, explain, isRefused } from '../../data/call.ts';
import { parseLooseDollars } from '../../kit/form/typed-decimal.ts';
import { formatLtc, formatUsd } from '../../kit/format/format.ts';
import { rich } from '../../kit/format/rich.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Disclosure } from '../../kit/ui/disclosure.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/missing-content.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { QrCode } from '../../kit/ui/qr-code.tsx';
import { Skeleton, SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { useOrderFunding, walletQuery } from './balance.ts';
import { DepositAmountField, DepositNotes, depositFor, ltcText, useLtcFor } from './deposit-amount.tsx';
import { PendingList, usePending } from './pending-list.tsx';
import { minutesOf } from './wallet.ts';

/** The deposit address and the pending deposits. */
export function BuyerWallet({ wallet }: { wallet: Wallet | undefined }) {
  const { rows, error, refetch } = usePending('buyer');
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <DepositCard wallet={wallet} />
      <Card aria-labelledby="pending-deposits" className="flex flex-col">
        <CardHeader id="pending-deposits" title={t('Pending deposits')} />
        {rows && rows.length > 0 && <PendingList rows={rows} />}
        {rows?.length === 0 && (
          <EmptyState icon={ArrowDownToLine} title={t('No pending deposits')} className="flex-1">
            {wallet?.outage === 'litecoin'
              ? t('New payments appear here when our connection to the Litecoin network works again.')
              : t('Payments appear here within seconds.')}
          </EmptyState>
        )}
        {!rows &&
          (error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonRows className="p-4 sm:p-5" />)}
      </Card>
    </div>
  );
}

/** The deposit address as text and QR code. Creates an address on load if there is none. */
function DepositCard({ wallet }: { wallet: Wallet | undefined }) {
  const generation = useDepositAddress(wallet);
  const address = wallet?.ltcAddress;
  const minimum = wallet?.minimumDeposit ?? cents(0);
  const shortCents = useOrderFunding(wallet);
  const [typed, setTyped] = useState<string | null>(null);
  const dollars = typed ?? (shortCents === null ? '' : depositFor(shortCents, minimum));
  const ltc = useLtcFor(parseLooseDollars(dollars));
  return (
    <Card aria-labelledby="deposit" className="@container">
      <CardHeader id="deposit" title={t('Deposit Litecoin')} />
      {shortCents !== null && <ForOrder shortCents={shortCents} />}
      {address || !generation.isError ? (
        <CardBody className="flex flex-col items-center gap-5 @lg:flex-row @lg:items-start">
          {address ? (
            <QrCode
              text={`litecoin:${address}${ltc === null ? '' : `?amount=${ltcText(ltc)}`}`}
              label={t('QR code of your Litecoin deposit address')}
            />
          ) : (
            <Skeleton className="size-48 shrink-0" />
          )}
          <div className="flex w-full min-w-0 flex-1 flex-col gap-4">
            <DepositNotes limit={wallet?.buyingLimit} />
            <DepositAmountField dollars={dollars} onChange={setTyped} minimum={minimum} />
            <Address address={address} />
            <p className="text-2">{t('Min: $10 (owner $1) and 2 confirmations')}</p>
            <p className="text-3">
              {t('Send LTC only. We credit US dollars at the market price when it confirms.')}
            </p>
            <CheckForDeposits />
            <LitecoinHelp />
          </div>
        </CardBody>
      ) : (
        <GeneratePrompt pending={generation.isPending} onRetry={() => generation.mutate()} />
      )}
    </Card>
  );
}

/** Why the buyer is here, and what happens after the deposit. */
function ForOrder({ shortCents }: { shortCents: Cents }) {
  return (
    <p role="status" className="bg-accent/8 px-4 py-3 text-1 sm:px-5">
      {rich('Your order needs {usd} more. Once your deposit is credited, we take you back to it.', {
        usd: <Usd cents={shortCents} className="font-medium" />,
      })}
    </p>
  );
}

/** Reserves the two lines of an address while it loads. */
function Address({ address }: { address: string | null | undefined }) {
  return (
    <div className="@container flex flex-col gap-1.5">
      <p className="font-medium text-2">{t('Your Litecoin address')}</p>
      <div className="flex @sm:flex-row flex-col items-stretch gap-2">
        <p className="flex min-h-14.5 min-w-0 @sm:flex-1 items-center rounded-lg border border-line bg-surface-2 px-3 py-2 font-mono text-1">
          {address ? (
            <span className="break-all">{address}</span>
          ) : (
            <Skeleton className="h-4 w-full bg-line" />
          )}
        </p>
        {address ? (
          <CopyButton withText text={address} what={t('address')} className="@sm:h-auto min-h-11" />
        ) : (
          <Skeleton className="@sm:hidden h-11" />
        )}
      </div>
    </div>
  );
}

function CheckForDeposits() {
  const check = useCheckDeposits();
  return (
    <Button
      variant="secondary"
      pending={check.isPending}
      onClick={() => check.mutate()}
      className="@lg:self-start"
    >
      <ScanSearch aria-hidden className="size-4" />
      {t('Check for Deposits')}
    </Button>
  );
}

function GeneratePrompt({ pending, onRetry }: { pending: boolean; onRetry: () => void }) {
  return (
    <CardBody className="flex min-h-58 flex-col items-center justify-center gap-3 text-center">
      <TriangleAlert aria-hidden className="size-5 text-warn" />
      <p className="font-medium text-1">{t('Failed to generate address. Please try again.')}</p>
      <p className="max-w-sm text-3">{t('Generate your deposit address to get started.')}</p>
      <Button variant="secondary" pending={pending} onClick={onRetry}>
        <RotateCw aria-hidden className="size-4" />
        {t('Retry')}
      </Button>
    </CardBody>
  );
}

/** Checks the chain now and reports the credits since the last report. */
function useCheckDeposits() {
  return useMutation({
    mutationFn: () => call(calls.checkDeposits, { body: { walletType: 'buyer' } }),
    onSuccess: ({ amount, usdValue }) => {
      if (amount === 0) {
        toast({
          title: t('No New Deposits'),
          description: t('Please wait for blockchain confirmations'),
          variant: 'info',
        });
        return;
      }
      toast({
        title: t('Deposit Detected!'),
        description: t('{amount} ({usdValue}) has been credited to your wallet', {
          amount: formatLtc(amount),
          usdValue: formatUsd(usdValue),
        }),
      });
    },
    meta: {
      changes: ['wallet'],
      failed: t('Oops!'),
      explain: (error) =>
        isRefused(error, 'outside_failed', 'authentication_required')
          ? t("Couldn't check for new deposits. {reason}", { reason: explain(error) })
          : t("Couldn't check for new deposits. Please try again"),
      coversNoAnswer: true,
    },
  });
}

const OF_BUYER = { body: { walletType: 'buyer' } } as const;

/** Creates a deposit address once if the wallet has none. The returned mutation allows a retry. The requirements name both calls, in this order, and the text of a failure (S5.02). */
function useDepositAddress(wallet: Wallet | undefined) {
  const client = useQueryClient();
  const generation = useMutation({
    mutationFn: () => call(calls.regenerateKeys, OF_BUYER).catch(() => call(calls.generateAddress, OF_BUYER)),
    onSuccess: ({ wallet: { ltcAddress } }) => {
      client.setQueryData(walletQuery('buyer').queryKey, (before) => before && { ...before, ltcAddress });
      toast({ title: t('Address Generated!') });
    },
    meta: {
      failed: t('Oops!'),
      explain: () => t('Failed to generate address. Please try again.'),
      coversNoAnswer: true,
    },
  });
  const { mutate } = generation;
  const started = useRef(false);
  const isMissing = wallet !== undefined && wallet.id !== '' && wallet.ltcAddress === null;
  useEffect(() => {
    if (!isMissing || started.current) return;
    started.current = true;
    mutate();
  }, [isMissing, mutate]);
  return generation;
}

const FIRST_DEPOSIT = [
  t('Buy Litecoin (LTC) on an exchange or in a wallet app, with a card or a bank transfer.'),
  t('There, choose to send LTC over the Litecoin network, and paste your address from this page.'),
  t('Send a little more than you need, because the exchange may deduct a fee.'),
  t(
    'Your deposit appears here within seconds. It is credited after {confirmations} confirmations, which usually take about {minutes} minutes.',
    { confirmations: DEPOSIT_CONFIRMATIONS, minutes: minutesOf(DEPOSIT_CONFIRMATIONS) },
  ),
];

/** For people who have never held Litecoin. */
function LitecoinHelp() {
  return (
    <Disclosure label={t('New to Litecoin?')}>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-2 marker:text-3">
        {FIRST_DEPOSIT.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Disclosure>
  );
}
