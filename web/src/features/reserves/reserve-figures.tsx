import type { Reserves } from '@sterling/contract/reserves.ts';
import { formatLtc, formatRatio, formatUsd } from '../../kit/format/format.ts';
import { Usd } from '../../kit/ui/money.tsx';
import { StatCard, StatRow } from '../../kit/ui/stat-card.tsx';

/** Reserves against liabilities. */
export function ReserveFigures({ reserves }: { reserves: Reserves | undefined }) {
  return (
    <StatRow count={3}>
      <StatCard
        label="Reserves"
        longNote
        value={reserves && (reserves.reservesUsd === null ? '–' : <Usd dollars={reserves.reservesUsd} />)}
        note={reserves && `${formatLtc(reserves.reservesLtc)}${atPrice(reserves.priceUsd)}`}
      />
      <StatCard
        label="Liabilities"
        longNote
        value={reserves && <Usd dollars={reserves.liabilitiesUsd} />}
        note="All balances, including held money"
      />
      <StatCard
        label="Covered"
        longNote
        className="max-sm:col-span-2"
        value={reserves && (reserves.ratioPercent === null ? '–' : formatRatio(reserves.ratioPercent))}
        note={reserves?.liabilitiesUsd === 0 ? 'Sterling owes nothing' : 'Reserves compared with liabilities'}
      />
    </StatRow>
  );
}

const atPrice = (dollars: number | null) =>
  dollars === null ? ', without a price' : ` at ${formatUsd(dollars)}`;
