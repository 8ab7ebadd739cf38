import type { Selectable } from 'kysely';
import { notify, type Tx } from '../../platform/db/pool.ts';
import type { Transactions } from '../../platform/db/types.generated.ts';
import { refuse } from '../../refusal.ts';
import { type Party, STEPS } from './transactions.rules.ts';

export type Trade = Selectable<Transactions>;

/** Who takes a step. */
export interface Member {
  readonly id: string;
  /** Admin or owner. */
  readonly isStaff: boolean;
}

/**
 * A trade under its lock, with what someone is in it. Refuses with transaction_not_found for a stranger, unauthorized
 * where the step is another's, and out_of_order where it does not follow from the trade's stage.
 */
export async function lockTrade(
  tx: Tx,
  member: Member,
  id: string,
  step?: keyof typeof STEPS,
): Promise<{ trade: Trade; party: Party }> {
  const trade = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  const party = trade && partyOf(trade, member);
  if (!trade || !party) return refuse('transaction_not_found');
  if (step) {
    const { by, from } = STEPS[step];
    if (!(by as readonly Party[]).includes(party)) refuse('unauthorized', { hint: WHOSE[by[0]] });
    if (trade.stage !== from) refuseWrongStage(trade);
  }
  return { trade, party };
}

/** What someone is in a trade; null for a stranger. Staff that buys or sells is a party like any other. */
export function partyOf(trade: Pick<Trade, 'buyerId' | 'sellerId'>, { id, isStaff }: Member): Party | null {
  if (trade.buyerId === id) return 'buyer';
  if (trade.sellerId === id) return 'seller';
  return isStaff ? 'staff' : null;
}

const WHOSE: Readonly<Record<Party, string>> = {
  buyer: 'Only the buyer can do this.',
  seller: 'Only the seller can do this.',
  staff: 'Somebody of the staff who has no part in this trade has to decide.',
};

export function refuseWrongStage({ stage }: Pick<Trade, 'stage'>): never {
  return refuse('out_of_order', { hint: `This trade is ${stage}.` });
}

/** Adds to a trade's events, and tells who watches it. `actorId` null: it happened by itself. */
export async function appendTradeEvent(
  tx: Tx,
  { id, buyerId, sellerId }: Pick<Trade, 'id' | 'buyerId' | 'sellerId'>,
  actorId: string | null,
  what: string,
  said: string | null = null,
): Promise<void> {
  await tx.insertInto('transactionEvents').values({ transactionId: id, actorId, what, said }).execute();
  const { stage } = await tx
    .selectFrom('transactions')
    .where('id', '=', id)
    .select('stage')
    .executeTakeFirstOrThrow();
  const told = { transactionId: id, state: stage, buyerId, sellerId };
  await notify(tx, 'transactions', JSON.stringify(told));
}
