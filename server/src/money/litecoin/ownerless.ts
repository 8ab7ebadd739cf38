import { litoshi, ltcOf } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import { closeOvertaken, openReview } from '../../trade/reviews/reviews.ts';
import type { OurOutput } from './matching.ts';

/** 0.01 LTC, for addresses of deleted accounts. Anyone who knows one could open any number of reviews with smaller amounts. */
const MIN_REVIEWED_LITOSHI = 1_000_000;

/**
 * Opens a review for a deposit to an address that a restore or a deleted account has left without an owner. The coin belongs to
 * the treasury, and nobody is credited. A decided deposit opens no review again after a reorganisation, because its sender may have
 * got a correction.
 */
export async function reportOwnerless(
  tx: Tx,
  txid: string,
  { n, address, litoshi: amount, isOwnerDeleted }: OurOutput,
  height: number,
): Promise<void> {
  if (isOwnerDeleted && amount < MIN_REVIEWED_LITOSHI) return;
  const { id } = await tx
    .insertInto('ownerlessDeposits')
    .values({ txid, n })
    .onConflict((conflict) => conflict.columns(['txid', 'n']).doUpdateSet({ n }))
    .returning('id')
    .executeTakeFirstOrThrow();
  if (await wasDecided(tx, id)) return;
  const facts = { ltcAmount: ltcOf(litoshi(amount)), address, txid, minedHeight: height };
  await openReview(tx, { kind: 'ownerless_deposit', subjectId: id, userId: null, facts });
}

async function wasDecided(tx: Tx, id: string): Promise<boolean> {
  const decided = tx
    .selectFrom('reviews')
    .where('kind', '=', 'ownerless_deposit')
    .where('subjectId', '=', id)
    .where('state', '=', 'approved');
  return (await decided.select('id').executeTakeFirst()) !== undefined;
}

/** Closes the reviews of ownerless deposits whose blocks were rolled back. A new block opens them again, unless they were decided. */
export async function closeOwnerlessAbove(tx: Tx, height: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select d.id from ownerless_deposits d join chain_outputs o using (txid, n) where o.height > ${height}`.execute(
    tx,
  );
  for (const { id } of rows) await closeOvertaken(tx, 'ownerless_deposit', id);
}

/** A deposit without an owner stays with the house. Refuses a rejection, because the coins cannot be sent back. */
export async function decideOwnerless(decision: 'approve' | 'reject'): Promise<void> {
  if (decision === 'reject')
    refuse('invalid_input', {
      hint: phrase(
        'The coins cannot be sent back. Credit their sender with a correction, then keep the deposit.',
      ),
    });
}
