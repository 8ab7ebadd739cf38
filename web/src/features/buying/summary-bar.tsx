import type { ReactNode } from 'react';
import { Usd } from '../../kit/ui/money.tsx';
import { type Draft, totalAt } from './draft.ts';
import { useFunds } from './use-funds.ts';

/** The bar at the bottom of narrow screens: the total, the missing balance and the button. */
export function SummaryBar({ draft, children }: { draft: Draft; children: ReactNode }) {
  const total = totalAt(draft.chosen, draft.amount);
  const { shortCents } = useFunds(total);
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-4 flex items-center justify-between gap-4 border-line border-t bg-surface-1 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:-mb-6 md:px-6">
      <div className="min-w-0">
        <p className="truncate text-3 text-xs">
          Total
          {shortCents > 0 && (
            <span className="text-warn">
              {' · '}
              <Usd cents={shortCents} /> short
            </span>
          )}
        </p>
        <p className="truncate font-semibold text-1 text-xl tracking-tight">
          {total === null ? <span className="font-normal text-3 text-base">–</span> : <Usd cents={total} />}
        </p>
      </div>
      {children}
    </div>
  );
}
