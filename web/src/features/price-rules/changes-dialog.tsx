import { PRICE_CHANGE_DAYS, type PriceChange, type PriceRule } from '@sterling/contract/price-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { formatRate } from '../../kit/format/format.ts';
import { formatMoment } from '../../kit/format/format-time.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { PagedRows } from '../../kit/ui/paged-rows.tsx';
import { CHANGES_PAGE_SIZE, changesQuery } from './use-price-rules.ts';

/** What a rule has changed, the newest first. */
export default function ChangesDialog({ rule, onClose }: { rule: PriceRule; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const query = useQuery(changesQuery(rule.id, page));
  return (
    <Dialog
      title={`Changes by “${rule.name}”`}
      description={`Kept for ${PRICE_CHANGE_DAYS} days.`}
      onClose={onClose}
    >
      <div className="-mx-5 border-line border-t">
        <PagedRows query={query} pageSize={CHANGES_PAGE_SIZE} noun="changes" onPage={setPage} quiet>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={ScrollText} title="No changes yet">
                Rates that the rule sets will appear here.
              </EmptyState>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {rows.map((change) => (
                  <ChangeRow key={change.id} change={change} />
                ))}
              </ul>
            )
          }
        </PagedRows>
      </div>
    </Dialog>
  );
}

function ChangeRow({ change }: { change: PriceChange }) {
  const { username, at, text } = change;
  return (
    <li className="flex flex-col gap-1 px-5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="min-w-0 truncate font-medium text-1">{username}</p>
        <p className="text-3 text-xs">{formatMoment(at)}</p>
      </div>
      <p className="text-1 tabular-nums">{stepOf(change)}</p>
      <p className="text-2 text-sm">{text}</p>
    </li>
  );
}

/** '$4.00 → $3.39', and what happened to the sale. */
function stepOf({ fromRate, toRate, wasPaused, isPaused }: PriceChange): string {
  const rates = fromRate === toRate ? formatRate(toRate) : `${formatRate(fromRate)} → ${formatRate(toRate)}`;
  if (wasPaused === isPaused) return rates;
  return `${rates}, ${isPaused ? 'paused' : 'on sale again'}`;
}
