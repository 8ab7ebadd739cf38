import {
  type Cents,
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
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { centsProblem, parseDollars, typedDecimal } from '../../kit/form/typed-decimal.ts';
import {
  dollarSign,
  formatPrice,
  formatShare,
  formatTrimmedUsd,
  formatUsd,
} from '../../kit/format/format.ts';
import { Badge, type Tone } from '../../kit/ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../kit/ui/card.tsx';
import { AffixedInput, Field } from '../../kit/ui/field.tsx';
import { Ltc, Usd } from '../../kit/ui/money.tsx';
import { useUser } from '../sessions/session.tsx';
import { OWNER_TIER, TIER_NAME, TierTable } from './fee-tiers.tsx';
import { ltcPriceQuery } from './wallet.ts';
import { minimumText } from './withdrawal.ts';

interface FeeCalculatorProps {
  /** The entered amount. */
  text: string;
  onChange: (text: string) => void;
}

/** The cost of a withdrawal. Highlights the tier of the amount. */
export function FeeCalculator({ text, onChange }: FeeCalculatorProps) {
  const { isOwner } = useUser();
  const { data: price } = useQuery(ltcPriceQuery);
  const amount = parseDollars(text);
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
        {t('{amount} at {price} per LTC', { amount: formatUsd(amount), price: formatPrice(price) })}
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

function FeeLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-4">
      <dt className="text-3">{name}</dt>
      <dd className="text-1">{children || '–'}</dd>
    </div>
  );
}

/** A withdrawal that its person has reviewed. */
export interface Reviewed {
  readonly amountCents: Cents;
  readonly ltcAddress: string;
}

/** What a review says first. `unanswered`: the last withdrawal that was sent and got no clear answer. */
export function whatWasSent(reviewed: Reviewed, unanswered: Reviewed | null): string {
  if (!unanswered) return t('Nothing has been sent yet.');
  if (reviewed.amountCents === unanswered.amountCents && reviewed.ltcAddress === unanswered.ltcAddress)
    return t('There was no answer, so it may have been sent. You can try again: it is sent only once.');
  return t(
    'Your withdrawal of {amount} got no answer and may have been sent. This would be a second one. Check your transactions first.',
    { amount: formatUsd(unanswered.amountCents) },
  );
}

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
      aria-label={t('Your withdrawal')}
      className="flex flex-col gap-5 outline-none"
    >
      <dl className="flex flex-col gap-4 rounded-lg border border-line p-4">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-3">{t('Amount')}</dt>
          <dd className="font-semibold text-1 text-xl">
            <Usd cents={amount} />
          </dd>
        </div>
        <div className="flex flex-col gap-1">
          <dt className="text-3">{t('To this Litecoin address')}</dt>
          <dd className="break-all font-mono text-1">{address}</dd>
        </div>
      </dl>
      <FeeBreakdown amount={amount} isOwner={isOwner} price={price} />
      <p className="flex gap-2 rounded-lg bg-warn/12 p-3 text-1 text-xs">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
        {t("Litecoin payments can't be reversed. Compare the address with the one in your wallet.")}
      </p>
    </section>
  );
}
