import type { Stage, TransactionStatus } from '@sterling/contract/transactions.ts';

export type Party = 'buyer' | 'seller' | 'staff';

/** How long a seller has to deliver before the buyer may cancel. */
export const DELIVERY_HOURS = 72;

interface Step {
  /** Whose it is. */
  readonly by: readonly Party[];
  readonly from: Stage;
  readonly to: Stage;
}

/** The steps that move a trade on; the database refuses any other change (docs/guide/money.md, States). */
export const STEPS = {
  deliver: { by: ['seller'], from: 'pending', to: 'delivered' },
  cancel: { by: ['seller', 'buyer'], from: 'pending', to: 'cancelled' },
  confirm: { by: ['buyer'], from: 'delivered', to: 'completed' },
  dispute: { by: ['buyer'], from: 'delivered', to: 'disputed' },
  pay: { by: ['staff'], from: 'disputed', to: 'completed' },
  giveBack: { by: ['staff'], from: 'disputed', to: 'cancelled' },
} as const satisfies Record<string, Step>;

/** The seed's words: what is delivered or disputed shows as pending. */
export function shownStatus(stage: Stage): TransactionStatus {
  return stage === 'delivered' || stage === 'disputed' ? 'pending' : stage;
}

/** The stages that show as a status. */
export function stagesOf(status: TransactionStatus): readonly Stage[] {
  return status === 'pending' ? ['pending', 'delivered', 'disputed'] : [status];
}
