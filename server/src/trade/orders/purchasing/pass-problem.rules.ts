import { robux } from '@sterling/contract/money.ts';
import { checkBeforePaying, type PassOrdered, type PassSeen } from './purchase.rules.ts';

interface StoredPass {
  readonly robuxAmount: number;
  readonly productId: number;
  readonly creatorType: string;
  readonly creatorTargetId: number;
}

/** The pass of a stored order. */
export const passOrdered = (order: StoredPass): PassOrdered => ({
  robuxAmount: order.robuxAmount,
  productId: String(order.productId),
  creatorType: order.creatorType,
  creatorTargetId: String(order.creatorTargetId),
});

/** Why nobody can buy the pass as it was ordered, for its buyer. Null: any account with enough Robux can. */
export function problemOfPass(ordered: PassOrdered, pass: PassSeen | null): string | null {
  const decision = checkBeforePaying(ordered, pass, { owns: false, balance: pass?.payerPrice ?? robux(0) });
  if (decision.action === 'fail') return decision.reason;
  return decision.action === 'reassign' ? decision.otherwise : null;
}
