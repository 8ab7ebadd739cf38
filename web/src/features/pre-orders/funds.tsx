import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { switchSection } from '../../kit/navigation/switch-section.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import type { PreOrderDraft } from './use-draft.ts';

/** The balance beside the maximum charge, and the missing amount. */
export function Funds({ draft }: { draft: PreOrderDraft }) {
  const { balanceCents, othersCents, maxTotal, shortCents } = draft;
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2 rounded-lg border border-line px-4 py-3">
        <Line name="Your balance">
          {balanceCents === null ? <Skeleton className="h-4 w-16" /> : <Usd cents={balanceCents} />}
        </Line>
        {othersCents > 0 && (
          <Line name="Needed for your other pre-orders">
            <Usd cents={othersCents} />
          </Line>
        )}
        <Line name="Maximum total" className="border-line border-t pt-2">
          {maxTotal === null ? '–' : <Usd cents={maxTotal} className="font-semibold text-base" />}
        </Line>
      </dl>
      {shortCents > 0 && (
        <div
          role="status"
          className="flex items-center justify-between gap-3 rounded-lg bg-warn/12 px-4 py-2.5 text-warn"
        >
          <span>
            Insufficient balance. Please deposit <Usd cents={shortCents} /> more.
          </span>
          <Button variant="link" onClick={() => switchSection('wallet')} className="min-h-6">
            Deposit
          </Button>
        </div>
      )}
    </div>
  );
}

function Line({ name, children, className = '' }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt className="text-3">{name}</dt>
      <dd className="text-1 tabular-nums">{children}</dd>
    </div>
  );
}

/** The requirements ask for this text before a pre-order is placed. */
export function CannotBeCancelled() {
  return (
    <div role="alert" className="flex gap-3 rounded-lg bg-surface-2 p-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <p className="text-1 text-xs">
        <span className="font-semibold">Pre-orders cannot be cancelled.</span> You're charged automatically
        when a seller matches, at the seller's rate and never above your maximum. Nothing is held until then.
      </p>
    </div>
  );
}
