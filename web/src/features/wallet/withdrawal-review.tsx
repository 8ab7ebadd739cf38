import type { Cents, LtcPrice } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatUsd } from '../../kit/format/format.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { Warning } from '../../kit/ui/warning.tsx';
import { addressesQuery, hoursText, isWaiting } from '../withdrawal-addresses/addresses.tsx';
import { FeeBreakdown } from './withdrawal-fees.tsx';

/** A withdrawal that its person has reviewed. */
export interface Reviewed {
  readonly amountCents: Cents;
  readonly ltcAddress: string;
}

/** Whether this withdrawal was sent and got no clear answer. */
export const mayBeSent = (reviewed: Reviewed, unanswered: readonly Reviewed[]): boolean =>
  unanswered.some(
    ({ amountCents, ltcAddress }) =>
      amountCents === reviewed.amountCents && ltcAddress === reviewed.ltcAddress,
  );

/** What a review says first. `unanswered`: withdrawals that were sent and got no clear answer, newest last. */
export function whatWasSent(reviewed: Reviewed, unanswered: readonly Reviewed[]): string {
  const last = unanswered.at(-1);
  if (!last) return t('Nothing has been sent yet.');
  if (mayBeSent(reviewed, unanswered))
    return t('There was no answer, so it may have been sent. You can try again: it is sent only once.');
  return t(
    'Your withdrawal of {amount} got no answer and may have been sent. This would be a second one. Check your transactions first.',
    { amount: formatUsd(last.amountCents) },
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
      <Wait address={address} />
      <Warning small>
        {t("Litecoin payments can't be reversed. Compare the address with the one in your wallet.")}
      </Warning>
    </section>
  );
}

/** When the withdrawal is sent, if the address may have to wait. */
function Wait({ address }: { address: string }) {
  const { data: book } = useQuery(addressesQuery);
  const saved = book?.addresses.find((each) => each.address === address);
  if (!book || (saved ? !isWaiting(saved) : book.wait.hours === 0)) return null;
  return (
    <p className="flex gap-2 rounded-lg bg-surface-2 p-3 text-1 text-xs">
      <Clock aria-hidden className="size-4 shrink-0 text-3" />
      {saved
        ? t('It is sent when this address can be used: {time}.', { time: formatTime(saved.usableAt) })
        : t('The first withdrawal to a new address is sent after {hours}.', {
            hours: hoursText(book.wait.hours),
          })}
    </p>
  );
}
