import { type Cents, dollarText } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import type { Stage, TransactionStatus } from '@sterling/contract/transactions.ts';
import { toStore, translateMatching } from '../../platform/stored-texts.rules.ts';

export type Party = 'buyer' | 'seller' | 'staff';

/** Hours that a seller has to deliver before the buyer may cancel. */
export const DELIVERY_HOURS = 72;

interface Step {
  /** The parties that may take the step. */
  readonly by: readonly Party[];
  readonly from: readonly Stage[];
}

/** Who may take a step, and at which stages. The database refuses all other changes of stage (docs/guide/money.md, States). */
export const STEPS = {
  deliver: { by: ['seller'], from: ['pending'] },
  cancel: { by: ['seller', 'buyer'], from: ['pending'] },
  confirm: { by: ['buyer'], from: ['delivered'] },
  dispute: { by: ['buyer'], from: ['delivered'] },
  pay: { by: ['staff'], from: ['pending', 'disputed'] },
  refund: { by: ['staff'], from: ['pending', 'disputed'] },
} as const satisfies Record<string, Step>;

/** The status that people see. Delivered and disputed trades are shown as pending. */
export function shownStatus(stage: Stage): TransactionStatus {
  return stage === 'delivered' || stage === 'disputed' ? 'pending' : stage;
}

/** The stages that are shown as a status. */
export function stagesOf(status: TransactionStatus): readonly Stage[] {
  return status === 'pending' ? ['pending', 'delivered', 'disputed'] : [status];
}

/** Steps of a trade whose stored text has values. */
export const STEP_TEXTS = {
  purchased: text('Purchased. {amount} is held until the buyer confirms'),
  cancelled: text('Cancelled. {amount} refunded'),
  decidedForBuyer: text("Decided in the buyer's favour. {amount} refunded"),
  decidedForSeller: text("Decided in the seller's favour. The seller was paid"),
  ratedOne: text('Rated with {stars} star'),
  rated: text('Rated with {stars} stars'),
  closed: text('{why}. {amount} refunded'),
  /** Written by `move_trade_deadlines()`. */
  moved: text('Sterling was paused. The deadline moved by the length of the pause'),
};

/** The stored text of a step with an amount in cents. */
export const stepText = (
  step: keyof typeof STEP_TEXTS,
  cents: number,
  values: Readonly<Record<string, string>> = {},
): string => toStore(STEP_TEXTS[step], { ...values, amount: `$${dollarText(cents as Cents)}` });

/** The stored text of a step in the current language. */
export const shownStep = (what: string): string => translateMatching(what, Object.values(STEP_TEXTS));
