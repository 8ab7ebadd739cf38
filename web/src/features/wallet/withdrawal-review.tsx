import type { Cents, LtcPrice } from '@sterling/contract/money.ts';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Usd } from '../../kit/ui/money.tsx';
import { FeeBreakdown } from './fee-calculator.tsx';

interface WithdrawalReviewProps {
  amount: Cents;
  /** In its canonical form. */
  address: string;
  isOwner: boolean;
  price: LtcPrice | undefined;
}

/** The second step: all that the user should read before the money leaves. It takes the focus. */
export function WithdrawalReview({ amount, address, isOwner, price }: WithdrawalReviewProps) {
  const summary = useRef<HTMLElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <section
      ref={summary}
      tabIndex={-1}
      aria-label="Your withdrawal"
      className="flex flex-col gap-5 outline-none"
    >
      <dl className="flex flex-col gap-4 rounded-lg border border-line p-4">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-3">Amount</dt>
          <dd className="font-semibold text-1 text-xl">
            <Usd cents={amount} />
          </dd>
        </div>
        <div className="flex flex-col gap-1">
          <dt className="text-3">To this Litecoin address</dt>
          <dd className="break-all font-mono text-1">{address}</dd>
        </div>
      </dl>
      <FeeBreakdown amount={amount} isOwner={isOwner} price={price} />
      <p className="flex gap-2 rounded-lg bg-warn/12 p-3 text-1 text-xs">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        Litecoin payments can't be reversed. Compare the address with the one in your wallet.
      </p>
    </section>
  );
}
