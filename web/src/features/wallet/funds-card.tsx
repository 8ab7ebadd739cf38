import { cents, parseDecimal } from '@sterling/contract/money.ts';
import type { Wallet } from '@sterling/contract/wallet.ts';
import { Landmark, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatCents } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { amountOf } from './withdrawal.ts';

const WithdrawDialog = lazy(() => import('./withdraw-dialog.tsx'));

/** Below this balance the card mentions the minimum. */
const WARN_BELOW_CENTS = 1000;

interface FundsCardProps {
  wallet: Wallet | undefined;
  /** The amount in the calculator. The dialog starts with it. */
  amountText: string;
}

/** The balance, the withdrawable part of it, and the reason for the difference. */
export function FundsCard({ wallet, amountText }: FundsCardProps) {
  const [withdrawing, setWithdrawing] = useState(false);
  const canWithdraw = wallet !== undefined && wallet.withdrawable >= wallet.minimumWithdrawal;
  return (
    <Card aria-labelledby="funds" className="flex flex-col">
      <CardHeader
        id="funds"
        title="Withdraw"
        description="Sent to your Litecoin address, usually within minutes."
      />
      <CardBody className="flex flex-1 flex-col gap-5">
        <dl className="flex flex-col gap-3">
          <Line name="Available">{wallet && <Usd dollars={wallet.available} />}</Line>
          <Line name="Withdrawable now">{wallet && <Usd dollars={wallet.withdrawable} />}</Line>
          {wallet && wallet.held > 0 && (
            <Line name="On hold for pending withdrawals">
              <Usd dollars={wallet.held} />
            </Line>
          )}
        </dl>
        <p className="min-h-10 text-3">{wallet && whyWithdrawable(wallet)}</p>
        {wallet && (parseDecimal(wallet.balance, 2) ?? 0) < WARN_BELOW_CENTS && (
          <p className="flex items-center gap-2 rounded-lg bg-warn/12 px-3 py-2.5 text-warn">
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
            Minimum withdrawal: ${wallet.minimumWithdrawal}
          </p>
        )}
        <Button
          disabled={!canWithdraw}
          onClick={() => setWithdrawing(true)}
          className="mt-auto sm:self-start"
        >
          <Landmark aria-hidden className="size-4" />
          Withdraw Funds
        </Button>
      </CardBody>
      {withdrawing && wallet && (
        <Suspense>
          <WithdrawDialog
            wallet={wallet}
            initialAmount={amountOf(amountText) === null ? '' : amountText.trim()}
            onClose={() => setWithdrawing(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-2">{name}</dt>
      <dd className="font-semibold text-1 text-base tabular-nums">
        {children ?? <Skeleton className="my-1 h-4 w-20" />}
      </dd>
    </div>
  );
}

function whyWithdrawable(wallet: Wallet): string {
  if (wallet.frozen) return 'Nothing can be withdrawn while your wallets are frozen.';
  const waiting = centsOf(wallet.available) - centsOf(wallet.withdrawable);
  if (waiting > 0) {
    return `${formatCents(waiting)} becomes available once the buyers' deposits settle.`;
  }
  if (wallet.available <= 0) return 'Your sales earnings are paid into this wallet.';
  return 'Your full balance is available to withdraw. Fees are added to the amount you enter.';
}

const centsOf = (dollars: number) => cents(parseDecimal(dollars, 2) ?? 0);
