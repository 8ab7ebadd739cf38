import { DEPOSIT_CONFIRMATIONS, FEE_TIERS, minimumTransfer, NETWORK_FEE } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { platformStatusQuery } from '../../features/platform/queries.ts';
import { formatShare, formatTrimmedUsd, formatUsd, PLATFORM_FEE } from '../../kit/format/format.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';

const PERCENTS = FEE_TIERS.map(({ percent }) => percent);

/** The terms. A text is null until the fee of listings is known. */
const termsOf = (
  listingFee: number | undefined,
): readonly (readonly [title: string, text: string | null])[] => [
  [
    t('Who may use Sterling'),
    t(
      'You are at least 18 years old, use a single Discord account that you own, and are legally allowed to trade where you live.',
    ),
  ],
  [
    t('Your wallet'),
    t(
      "Balances are kept in US dollars. Litecoin deposits are credited after {confirmations} confirmations, at the market price at that time. They buy Robux and marketplace items and can't be withdrawn. Only a seller wallet can be withdrawn from. The minimum for deposits and withdrawals is {minimum}.",
      { confirmations: DEPOSIT_CONFIRMATIONS, minimum: formatTrimmedUsd(minimumTransfer(false)) },
    ),
  ],
  [
    t('Buying Robux'),
    t(
      'The price of an order is held when you place it and goes to the seller once your gamepass has been bought. If the purchase fails, the money is returned to your balance. Roblox keeps {fee} of every gamepass sale.',
      { fee: PLATFORM_FEE },
    ),
  ],
  [
    t('Selling Robux'),
    t(
      'Only add Roblox accounts you own. Cookies are encrypted, used for your sales only, and erased when you remove an account.',
    ),
  ],
  [
    t('Fees'),
    listingFee === undefined
      ? null
      : t(
          'We charge nothing for buying Robux. Marketplace sales cost the seller {listingFee}. Withdrawals cost {least} to {most} depending on the amount, plus a network fee of {networkFee}; you see both before you confirm.',
          {
            listingFee: formatShare(listingFee),
            least: formatShare(Math.min(...PERCENTS)),
            most: formatShare(Math.max(...PERCENTS)),
            networkFee: formatUsd(NETWORK_FEE),
          },
        ),
  ],
  [
    t('Leaving'),
    t(
      'You can delete your account at any time. Personal data and secrets are erased immediately; accounting records are kept without your name. A keyed hash of your Discord id stays too, so that limits for new users still apply if you come back.',
    ),
  ],
];

/** The terms in plain words. The code loads when the dialog opens. */
export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(platformStatusQuery);
  return (
    <Dialog onlyText onClose={onClose} title={t('Terms')} description={t('What you agree to by signing in.')}>
      <dl className="flex flex-col gap-4">
        {termsOf(data?.marketplaceFeePercent).map(([title, text]) => (
          <div key={title}>
            <dt className="font-medium text-1">{title}</dt>
            <dd className="mt-0.5 text-2">{text ?? <Skeleton className="h-10" />}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
