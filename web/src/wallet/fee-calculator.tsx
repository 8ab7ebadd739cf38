import { FEE_TIERS, type FeeTier, minimumTransfer, withdrawalFees } from '@sterling/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../session/session.ts';
import { Card, CardBody, CardHeader } from '../ui/card.tsx';
import { cn } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { AffixedInput } from '../ui/input.tsx';
import { FeeBreakdown } from './fee-breakdown.tsx';
import { ltcPriceQuery } from './queries.ts';
import { amountOf, minimumText } from './withdrawal.ts';

/** What a withdrawal would cost, with the tiers and one's own lit. */
export function FeeCalculator() {
  const { isOwner } = useUser();
  const { data: price } = useQuery(ltcPriceQuery);
  const [text, setText] = useState('');
  const amount = amountOf(text);
  const tier = amount === null ? null : withdrawalFees(amount, isOwner).tier;
  return (
    <Card aria-labelledby="fees">
      <CardHeader id="fees" title="Fee calculator" />
      <CardBody className="flex flex-col gap-5">
        <Field
          label="Amount to withdraw"
          hint="$100+ withdrawals pay 4%"
          error={errorOf(text, amount, isOwner)}
        >
          {(control) => (
            <AffixedInput
              {...control}
              type="number"
              inputMode="decimal"
              step="0.01"
              min={minimumTransfer(isOwner) / 100}
              placeholder="0.00"
              before="$"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <TierTable isOwner={isOwner} mine={tier} />
        <FeeBreakdown amount={amount} isOwner={isOwner} price={price} />
      </CardBody>
    </Card>
  );
}

function errorOf(text: string, amount: number | null, isOwner: boolean): string | undefined {
  if (text === '') return undefined;
  if (amount === null) return 'Please enter a valid amount';
  return amount < minimumTransfer(isOwner) ? minimumText(isOwner) : undefined;
}

const ALL_AMOUNTS: FeeTier = withdrawalFees(minimumTransfer(true), true).tier;

function TierTable({ isOwner, mine }: { isOwner: boolean; mine: FeeTier | null }) {
  const tiers = isOwner ? [ALL_AMOUNTS, ...FEE_TIERS] : FEE_TIERS;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Fees by amount</caption>
      <thead className="text-3 text-xs">
        <tr>
          <th scope="col" className="px-3 pb-2 font-medium">
            Tier
          </th>
          <th scope="col" className="px-3 pb-2 font-medium">
            Amount
          </th>
          <th scope="col" className="px-3 pb-2 text-right font-medium">
            Fee
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <TierRow key={tier.name} tier={tier} isMine={tier.name === mine?.name} />
        ))}
      </tbody>
    </table>
  );
}

function TierRow({ tier, isMine }: { tier: FeeTier; isMine: boolean }) {
  const cell = 'border-line border-t px-3 py-2';
  return (
    <tr
      aria-current={isMine || undefined}
      className={cn('transition-colors', isMine ? 'bg-accent/12 font-medium text-accent' : 'text-2')}
    >
      <th scope="row" className={cn(cell, 'font-medium')}>
        <span className="inline-flex items-center gap-1.5">
          {tier.name}
          {isMine && <Check aria-label="your tier" className="size-3.5" />}
        </span>
      </th>
      <td className={cell}>{rangeOf(tier)}</td>
      <td className={cn(cell, 'text-right')}>{tier.percent}%</td>
    </tr>
  );
}

/** `$10 to under $25`; the last tier has no end. */
function rangeOf(tier: FeeTier): string {
  const next = FEE_TIERS[FEE_TIERS.indexOf(tier) + 1];
  const from = `$${tier.from / 100}`;
  return next && FEE_TIERS.includes(tier) ? `${from} to under $${next.from / 100}` : `${from} and up`;
}
