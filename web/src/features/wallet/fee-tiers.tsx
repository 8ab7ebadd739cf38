import { cents, FEE_TIERS, type FeeTier, minimumTransfer, withdrawalFees } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { Check } from 'lucide-react';
import { formatShare, formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { cn } from '../../kit/ui/class-names.ts';
import { Table } from '../../kit/ui/table.tsx';

export const OWNER_TIER: FeeTier = withdrawalFees(minimumTransfer(true), true).tier;

export const TIER_NAME: Record<FeeTier['name'], string> = {
  'Below Minimum': t('Below Minimum'),
  Small: t('Small'),
  Medium: t('Medium'),
  Large: t('Large'),
  'Extra Large': t('Extra Large'),
  'Owner Rate': t('Owner Rate'),
};

/** The tiers of withdrawal fees. Highlights `mine`. */
export function TierTable({ isOwner, mine }: { isOwner: boolean; mine: FeeTier | null }) {
  const tiers = isOwner ? [OWNER_TIER, ...FEE_TIERS] : FEE_TIERS;
  return (
    <Table aria-label={t('Fees by amount')} className="w-full self-start text-left">
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
        <span className="inline-flex items-center gap-1.5 not-large-text:whitespace-nowrap">
          {TIER_NAME[tier.name]}
          {isMine && <Check aria-label={t('your tier')} className="size-3.5" />}
        </span>
      </th>
      <td className={cn(cell, 'not-large-text:whitespace-nowrap')}>{rangeOf(tier)}</td>
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
