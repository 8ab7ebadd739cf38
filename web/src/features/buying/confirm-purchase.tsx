import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRate } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Robux, Usd } from '../../kit/ui/money.tsx';
import { whatBuyerReceives } from '../orders/timeline.ts';
import { type Draft, totalAt } from './draft.ts';

interface ConfirmPurchaseProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  draft: Draft;
  onConfirm: () => void;
}

/** Asks for confirmation before money moves and explains the risk of this trade. */
export function ConfirmPurchase({ open, onOpenChange, draft, onConfirm }: ConfirmPurchaseProps) {
  const { amount, chosen, pass } = draft;
  const total = totalAt(chosen, amount);
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm Purchase"
      description="We hold the total now and pay the seller once your gamepass is bought. If it fails, you're refunded in full."
      confirmLabel="Confirm Purchase"
      onConfirm={onConfirm}
    >
      <dl className="flex flex-col divide-y divide-line rounded-lg border border-line px-4">
        <Line name="Amount">
          <Robux exact amount={amount} />
        </Line>
        <Line name="Rate">{chosen && `Up to ${formatRate(chosen.ratePerThousand)} per 1K`}</Line>
        <Line name="Gamepass">{pass?.name}</Line>
        <Line name="Total">
          {total !== null && <Usd cents={total} className="font-semibold text-base" />}
        </Line>
      </dl>
      <p className="text-2">{whatBuyerReceives(amount)}</p>
      <div className="flex gap-3 rounded-lg bg-warn/12 p-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <p className="text-1 text-xs">
          <span className="font-semibold text-warn">Know the risk.</span> Roblox's terms prohibit trading
          Robux outside its platform. Roblox may remove the Robux or suspend the accounts involved.
        </p>
      </div>
    </AlertDialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6">
      <dt className="text-3">{name}</dt>
      <dd className="min-w-0 truncate text-1 tabular-nums">{children}</dd>
    </div>
  );
}
