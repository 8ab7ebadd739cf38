import {
  type Cents,
  type FeeTier,
  type LtcPrice,
  litoshiOfCents,
  withdrawalFees,
} from '@sterling/contract/money.ts';
import type { ReactNode } from 'react';
import { formatCents } from '../../kit/format/format.ts';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';

interface FeeBreakdownProps {
  /** Null if no amount is entered. */
  amount: Cents | null;
  isOwner: boolean;
  /** Cents per LTC. Undefined if the price is unknown. */
  price: LtcPrice | undefined;
}

/** The deducted amount and the received amount. Uses the same functions as the server. */
export function FeeBreakdown({ amount, isOwner, price }: FeeBreakdownProps) {
  const fees = amount === null ? null : withdrawalFees(amount, isOwner);
  const isPossible = fees !== null && fees.tier.name !== 'Below Minimum';
  return (
    <dl className="flex flex-col gap-2 tabular-nums">
      <Line name="Tier">{fees && <Badge tone={TIER_TONE[fees.tier.name]}>{fees.tier.name}</Badge>}</Line>
      <Line name={isPossible ? `Percentage fee (${fees.tier.percent}%)` : 'Percentage fee'}>
        {isPossible && <Usd cents={fees.percentageFee} />}
      </Line>
      <Line name="Network fee">{isPossible && <Usd cents={fees.networkFee} />}</Line>
      <Line name="Total deducted">{isPossible && <Usd cents={fees.totalDeducted} />}</Line>
      <div className="flex min-h-12 items-start justify-between gap-4 border-line border-t pt-2.5">
        <dt className="font-medium text-1">You receive</dt>
        <dd className="text-right font-semibold text-1">
          {isPossible && amount !== null && price ? <Arrives amount={amount} price={price} /> : '–'}
        </dd>
      </div>
    </dl>
  );
}

function Arrives({ amount, price }: { amount: Cents; price: LtcPrice }) {
  return (
    <>
      <Ltc litoshi={litoshiOfCents(amount, price)} />
      <span className="block font-normal text-3 text-xs">
        {formatCents(amount)} at {formatCents(price)} per LTC
      </span>
    </>
  );
}

const TIER_TONE: Record<FeeTier['name'], Tone> = {
  'Below Minimum': 'bad',
  Small: 'warn',
  Medium: 'neutral',
  Large: 'accent',
  'Extra Large': 'good',
  'Owner Rate': 'good',
};

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt className="text-3">{name}</dt>
      <dd className="text-1">{children || '–'}</dd>
    </div>
  );
}
