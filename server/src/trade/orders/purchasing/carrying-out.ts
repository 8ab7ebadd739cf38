import { record } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/db/pool.ts';
import type { OrderServices } from '../../../services.ts';
import { giveToStaff } from '../failures.ts';
import { type Attempt, lockOpen, type Order } from '../order.ts';
import { closeAttempt } from './attempts.ts';
import { fail, postpone, reassign, retryLater } from './outcomes.ts';
import { applyMaxTries, type PurchaseDecision } from './purchase.rules.ts';

/** A refused purchase: what to do, and why. */
export interface Refused {
  readonly decision: PurchaseDecision;
  readonly why: string;
  /** False if Roblox certainly did not see the purchase. */
  readonly wasSent?: boolean;
}

/** Carries out a decision if the order still belongs to this account. Also closes `refused`, an attempt that certainly bought nothing. */
export async function carryOut(
  { db, queue }: OrderServices,
  { id, accountId }: Order,
  decision: PurchaseDecision,
  refused?: Omit<Refused, 'decision'> & { readonly attempt: Attempt },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockOpen(tx, id);
    if (order?.accountId !== accountId) return;
    if (refused) {
      const { attempt, why, wasSent } = refused;
      if (!(await closeAttempt(tx, attempt, { reason: why, wasSent }))) return;
    }
    const decided = applyMaxTries(decision, order);
    if (decided.action === 'postpone') return postpone(tx, order, decided.afterSeconds, decided.why);
    if (decided.action === 'retry') return retryLater(tx, order, decided.afterSeconds, decided.why);
    if (decided.action === 'reassign') return reassign(tx, queue, order, decided);
    if (decided.action === 'give-to-staff') return giveToStaff(tx, order, decided.why);
    if (decided.action !== 'fail') throw new Error(`order ${id}: unexpected decision ${decided.action}`);
    if (decided.tellsStaff) {
      const after = { accountId, productId: order.productId, passId: order.passId, reason: refused?.why };
      await record(tx, {
        actorId: null,
        action: 'orders.refused',
        subjectId: id,
        after,
        reason: decided.reason,
      });
    }
    await fail(tx, order, decided.reason);
  });
}
