import {
  type Cents,
  cents,
  dollarsOf,
  FEE_TIERS,
  type FeeTier,
  type LtcPrice,
  litoshiOfCents,
  minimumTransfer,
  withdrawalFees,
} from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { centsProblem, typedDecimal } from '../../kit/form/typed-decimal.ts';
import {
  dollarSign,
  formatPrice,
  formatShare,
  formatTrimmedUsd,
  formatUsd,
} from '../../kit/format/format.ts';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { cn } from '../../kit/ui/class-names.ts';
import { Table } from '../../kit/ui/data-table.tsx';
import { AffixedInput, Field } from '../../kit/ui/field.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';
import { useUser } from '../sessions/session.tsx';
import { isBeyondLtc } from './deposit-amount.tsx';
import { ltcPriceQuery } from './wallet.ts';
import { minimumText, parseAmount } from './withdrawal.ts';

interface FeeCalculatorProps {
  /** The entered amount. */
  text: string;
  onChange: (text: string) => void;
}

/** The cost of a withdrawal. Highlights the tier of the amount. */
export function FeeCalculator({ text, onChange }: FeeCalculatorProps) {
  const { isOwner } = useUser();
  const { data: price } = useQuery(ltcPriceQuery);
  const amount = parseAmount(text);
  const mine = amount === null ? (isOwner ? OWNER_TIER : null) : withdrawalFees(amount, isOwner).tier;
  return (
    <Card aria-labelledby="fees" className="@container">
      <CardHeader
        id="fees"
        title={t('Fee calculator')}
        description={t("See fees and what you'll receive.")}
      />
      <CardBody className="grid grid-cols-1 gap-5 @xl:grid-cols-[minmax(0,1fr)_minmax(max-content,1fr)] @xl:gap-8">
        <div className="flex flex-col gap-4">
          <Field
            label={t('Amount to withdraw')}
            hint={isOwner ? t('Owner Rate: only the network fee') : TOP_TIER}
            error={errorOf(text, amount, isOwner)}
          >
            {(control) => (
              <AffixedInput
                {...control}
                type="number"
                inputMode="decimal"
                step="0.01"
                min={dollarsOf(minimumTransfer(isOwner))}
                placeholder={typedDecimal('0.00')}
                before={dollarSign()}
                value={text}
                onChange={({ target }) => onChange(target.value)}
              />
            )}
          </Field>
          <FeeBreakdown amount={amount} isOwner={isOwner} price={price} />
        </div>
        <TierTable isOwner={isOwner} mine={mine} />
      </CardBody>
    </Card>
  );
}

function errorOf(text: string, amount: Cents | null, isOwner: boolean): string | undefined {
  if (text === '') return undefined;
  if (amount === null) return centsProblem(text) ?? t('Please enter a valid amount');
  return amount < minimumTransfer(isOwner) ? minimumText(isOwner) : undefined;
}

const { from: topFrom, percent: topPercent } = FEE_TIERS.at(-1)!;
const TOP_TIER = t('{topFrom}+ withdrawals pay {topPercent}', {
  topFrom: formatTrimmedUsd(topFrom),
  topPercent: formatShare(topPercent),
});

const OWNER_TIER: FeeTier = withdrawalFees(minimumTransfer(true), true).tier;

/** The tiers of withdrawal fees. Highlights `mine`. */
function TierTable({ isOwner, mine }: { isOwner: boolean; mine: FeeTier | null }) {
  const tiers = isOwner ? [OWNER_TIER, ...FEE_TIERS] : FEE_TIERS;
  return (
    <Table aria-label={t('Fees by amount')} className="large-text:wrap-anywhere w-full self-start text-left">
      <thead className="text-3 text-xs">
        <tr>
          <th scope="col" className="px-2.5 pb-2 large-text:px-1 font-medium">
            {t('Tier')}
          </th>
          <th scope="col" className="px-2.5 pb-2 large-text:px-1 font-medium">
            {t('Amount')}
          </th>
          <th scope="col" className="px-2.5 pb-2 large-text:px-1 text-right font-medium">
            {t('Fee')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier) => (
          <TierRow key={tier.name} tier={tier} isMine={tier.name === mine?.name} />
        ))}
      </tbody>
    </Table>
  );
}

function TierRow({ tier, isMine }: { tier: FeeTier; isMine: boolean }) {
  const cell = 'border-line border-t px-2.5 py-2 large-text:px-1';
  return (
    <tr
      aria-current={isMine || undefined}
      className={cn('transition-colors', isMine ? 'bg-accent/12 font-medium text-accent' : 'text-2')}
    >
      <th scope="row" className={cn(cell, 'font-medium')}>
        <span className="inline-flex items-center gap-1.5 sm:not-large-text:whitespace-nowrap">
          {TIER_NAME[tier.name]}
          {isMine && <Check aria-label={t('your tier')} className="size-3.5" />}
        </span>
      </th>
      <td className={cn(cell, 'sm:not-large-text:whitespace-nowrap')}>{rangeOf(tier)}</td>
      <td className={cn(cell, 'text-right')}>{formatShare(tier.percent)}</td>
    </tr>
  );
}

/** `$10–$24.99`. The last tier and the owner tier have no upper bound. */
function rangeOf(tier: FeeTier): string {
  const place = FEE_TIERS.indexOf(tier);
  const next = place < 0 ? undefined : FEE_TIERS[place + 1];
  const from = formatTrimmedUsd(tier.from);
  return next ? `${from}–${formatUsd(cents(next.from - 1))}` : t('{from} and up', { from });
}

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
      <FeeLine name={t('Tier')}>
        {fees && <Badge tone={TIER_TONE[fees.tier.name]}>{TIER_NAME[fees.tier.name]}</Badge>}
      </FeeLine>
      <FeeLine
        name={
          isPossible
            ? t('Percentage fee ({fee})', { fee: formatShare(fees.tier.percent) })
            : t('Percentage fee')
        }
      >
        {isPossible && <Usd cents={fees.percentageFee} />}
      </FeeLine>
      <FeeLine name={t('Network fee')}>{isPossible && <Usd cents={fees.networkFee} />}</FeeLine>
      <FeeLine name={t('Total deducted')}>{isPossible && <Usd cents={fees.totalDeducted} />}</FeeLine>
      <div className="flex min-h-12 items-start justify-between gap-4 border-line border-t pt-2.5">
        <dt className="font-medium text-1">{t('You receive')}</dt>
        <dd className="text-right font-semibold text-1">
          {isPossible && amount !== null && price && !isBeyondLtc(amount, price) ? (
            <Arrives amount={amount} price={price} />
          ) : (
            '–'
          )}
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
        {t('{amount} at {price} per LTC', { amount: formatUsd(amount), price: formatPrice(price) })}
      </span>
    </>
  );
}

const TIER_NAME: Record<FeeTier['name'], string> = {
  'Below Minimum': t('Below Minimum'),
  Small: t('Small'),
  Medium: t('Medium'),
  Large: t('Large'),
  'Extra Large': t('Extra Large'),
  'Owner Rate': t('Owner Rate'),
};

const TIER_TONE: Record<FeeTier['name'], Tone> = {
  'Below Minimum': 'bad',
  Small: 'warn',
  Medium: 'neutral',
  Large: 'accent',
  'Extra Large': 'good',
  'Owner Rate': 'good',
};

function FeeLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt className="text-3">{name}</dt>
      <dd className="text-1">{children || '–'}</dd>
    </div>
  );
}
