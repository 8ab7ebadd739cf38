import { plural, t } from '@sterling/contract/texts.ts';
import type { Treasury } from '@sterling/contract/treasury.ts';
import { TriangleAlert } from 'lucide-react';
import { capitalised, formatLtc, formatPrice } from '../../kit/format/format.ts';

/** What needs attention. Nothing if all is well. */
export function TreasuryWarnings({ treasury }: { treasury: Treasury }) {
  const { guards, node, price, proof, coins, signer, stops } = treasury;
  const warnings = [
    ...guards.troubles.map(capitalised),
    ...stops.map((reason) => t('Payouts are stopped: {reason}. Decide it in the reviews.', { reason })),
    ...node.warnings.map(capitalised),
    ...signer.troubles.map(capitalised),
    ...(price.usd === null && !price.held
      ? [
          t(
            'There is no fresh price. Deposits and withdrawals wait until a source answers or you set a price.',
          ),
        ]
      : []),
    ...(price.held
      ? [
          t('The price of {price} waits to be confirmed: {reason}', {
            price: formatPrice(price.held.price),
            reason: price.held.reason,
          }),
        ]
      : []),
    ...(coins && coins.differences > 0
      ? [
          t('The node counts {countedLtc}, and {bookedLtc} are booked', {
            countedLtc: formatLtc(coins.countedLtc),
            bookedLtc: formatLtc(coins.bookedLtc),
          }),
        ]
      : []),
    ...(proof && proof.differences > 0
      ? [
          plural(
            proof.differences,
            'The books show {differences} difference',
            'The books show {differences} differences',
            { differences: proof.differences },
          ),
        ]
      : []),
  ];
  if (warnings.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 border-line border-b bg-warn/12 px-4 py-3 sm:px-5 text-warn">
      {warnings.map((text) => (
        <li key={text} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  );
}
