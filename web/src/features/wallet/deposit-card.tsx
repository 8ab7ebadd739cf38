import type { Cents } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { Info, RotateCw, ScanSearch, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { QrCode } from '../../kit/ui/qr-code.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { depositFor, ltcText, typedCents } from './deposit-amount.ts';
import { DepositAmountField, useLtcFor } from './deposit-amount-field.tsx';
import { useOrderFunding } from './order-funding.ts';
import { useCheckDeposits } from './use-check-deposits.ts';
import { useDepositAddress } from './use-deposit-address.ts';

/** The deposit address as text and QR code. Creates an address on load if there is none. */
export function DepositCard({ wallet }: { wallet: Wallet | undefined }) {
  const generation = useDepositAddress(wallet);
  const address = wallet?.ltcAddress;
  const minimumDollars = wallet?.minimumDeposit ?? 0;
  const shortCents = useOrderFunding(wallet);
  const [typed, setTyped] = useState<string | null>(null);
  const dollars = typed ?? (shortCents === null ? '' : depositFor(shortCents, minimumDollars));
  const ltc = useLtcFor(typedCents(dollars));
  return (
    <Card aria-labelledby="deposit" className="@container">
      <CardHeader id="deposit" title="Deposit Litecoin" />
      {shortCents !== null && <ForOrder shortCents={shortCents} />}
      {address || !generation.isError ? (
        <CardBody className="flex flex-col items-center gap-5 @lg:flex-row @lg:items-start">
          {address ? (
            <QrCode
              text={`litecoin:${address}${ltc === null ? '' : `?amount=${ltcText(ltc)}`}`}
              label="QR code of your Litecoin deposit address"
            />
          ) : (
            <Skeleton className="size-48 shrink-0" />
          )}
          <div className="flex w-full min-w-0 flex-1 flex-col gap-4">
            <p className="flex gap-2 rounded-lg bg-surface-2 p-3 text-1">
              <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-3" />
              <span>
                Deposits buy Robux and marketplace items. <strong>They can't be withdrawn.</strong>
              </span>
            </p>
            <DepositAmountField dollars={dollars} onChange={setTyped} minimumDollars={minimumDollars} />
            <Address address={address} />
            <p className="text-2">Min: $10 (owner $1) and 2 confirmations</p>
            <p className="text-3">
              Send LTC only. We credit US dollars at the market price when it confirms.
            </p>
            <CheckForDeposits />
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
      Your order needs <Usd cents={shortCents} className="font-medium" /> more. Once your deposit is credited,
      we take you back to it.
    </p>
  );
}

/** Reserves the two lines of an address while it loads. */
function Address({ address }: { address: string | null | undefined }) {
  return (
    <div className="@container flex flex-col gap-1.5">
      <p className="font-medium text-2">Your Litecoin address</p>
      <div className="flex @sm:flex-row flex-col items-stretch gap-2">
        <p className="flex min-h-14.5 min-w-0 @sm:flex-1 items-center rounded-lg border border-line bg-surface-2 px-3 py-2 font-mono text-1">
          {address ? (
            <span className="break-all">{address}</span>
          ) : (
            <Skeleton className="h-4 w-full bg-line" />
          )}
        </p>
        {address ? (
          <CopyButton withText text={address} what="address" className="@sm:h-auto min-h-11" />
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
      Check for Deposits
    </Button>
  );
}

function GeneratePrompt({ pending, onRetry }: { pending: boolean; onRetry: () => void }) {
  return (
    <CardBody className="flex min-h-58 flex-col items-center justify-center gap-3 text-center">
      <TriangleAlert aria-hidden className="size-5 text-warn" />
      <p className="font-medium text-1">Failed to generate address. Please try again.</p>
      <p className="max-w-sm text-3">Generate your deposit address to get started.</p>
      <Button variant="secondary" pending={pending} onClick={onRetry}>
        <RotateCw aria-hidden className="size-4" />
        Retry
      </Button>
    </CardBody>
  );
}
