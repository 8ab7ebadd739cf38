import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Orders } from '../../../platform/db/types.generated.ts';
import { refuse } from '../../../refusal.ts';
import { appendOrderEvent } from '../timeline.ts';

/** The gamepass of an order, at the time when the order is placed. */
export interface PassToBuy {
  readonly url: string;
  readonly id: string;
  readonly productId: string;
  readonly name: string;
  readonly creatorType: 'User' | 'Group';
  readonly creatorTargetId: string;
}

/** When an order without progress is restarted, because its job was lost. */
export const JOB_LOST_AFTER = sql<Date>`now() + job_lost_after()`;

type NewRow = Omit<Insertable<Orders>, keyof ReturnType<typeof passColumns> | 'nextCheckAt'> & {
  readonly robuxAmount: number;
  readonly rateCents: number;
  readonly totalCents: number;
};

/**
 * Writes an order or a part with its first timeline entry, and returns its id. Refuses with pass_in_use if another open
 * order sets the price of the same pass, because each would overwrite the other's price.
 */
export async function insertOrder(
  tx: Tx,
  pass: PassToBuy,
  row: NewRow & { readonly nextCheckAt?: typeof JOB_LOST_AFTER },
): Promise<string> {
  const inserted = await tx
    .insertInto('orders')
    .values({ nextCheckAt: JOB_LOST_AFTER, ...row, ...passColumns(pass) })
    .onConflict((conflict) =>
      conflict
        .column('passId')
        .where('setsPrice', '=', true)
        .where('nextCheckAt', 'is not', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  const { id } = inserted ?? refuse('pass_in_use');
  const { buyerId, sellerId, robuxAmount: robux, rateCents, totalCents } = row;
  await appendOrderEvent(tx, { id, buyerId, sellerId }, { code: 'placed', robux, rateCents, totalCents });
  return id;
}

/** The columns of an order that say which gamepass is bought. */
export const passColumns = (pass: PassToBuy) => ({
  gamepassUrl: pass.url,
  passId: Number(pass.id),
  productId: Number(pass.productId),
  passName: pass.name,
  creatorType: pass.creatorType,
  creatorTargetId: Number(pass.creatorTargetId),
});
