import { decideOwnerless } from '../src/money/litecoin/ownerless.ts';
import { decideRestore } from '../src/money/restores/restores.ts';
import { decideHousePayment } from '../src/money/treasury/treasury.ts';
import { decideWithdrawal } from '../src/money/withdrawals/deciding.ts';
import type { Tx } from '../src/platform/db/pool.ts';
import { listReviews } from '../src/trade/reviews/reviews.reads.ts';
import { closeDecided } from '../src/trade/reviews/reviews.ts';
import type { Walk } from './walk-world.ts';

/** Senders send their payments again until they are mined or their coins are spent. */
export async function sendPaymentsAgain(walk: Walk): Promise<void> {
  await send(walk, walk.paidIn);
}

/** Other nodes send payments of ours again that our node has dropped. */
export async function sendOursAgain(walk: Walk): Promise<void> {
  await send(walk, walk.sentOut);
}

async function send({ world }: Walk, payments: Iterable<string>): Promise<void> {
  for (const hex of payments) await world.chain.rpc('sendrawtransaction', hex).catch(() => undefined);
}

/** The owner confirms every restore that the signer has compared, and keeps deposits without an owner. */
export async function decideRestores({ world, tried }: Walk): Promise<void> {
  const { rows } = await listReviews(world.database.db, {});
  for (const { id, kind, subjectId, state } of rows) {
    if (state !== 'open' || (kind !== 'restore' && kind !== 'ownerless_deposit')) continue;
    await tried(async (tx) => {
      await closeDecided(tx, id, { decision: 'approve', reason: 'at rest', decidedBy: world.ownerId });
      if (kind === 'restore') await decideRestore(tx, subjectId, 'approve');
      else await decideOwnerless('approve');
    });
  }
}

/** The owner cancels every signed payment that waits for a review. What cannot be cancelled yet is sent again. */
export async function decidePayments(walk: Walk): Promise<void> {
  const open = await walk.world.database.db
    .selectFrom('reviews as r')
    .leftJoin('withdrawals as w', 'w.id', 'r.subjectId')
    .where('r.state', '=', 'open')
    .where((where) =>
      where.or([where('r.kind', '=', 'house_payment'), where('w.state', '=', 'needs_review')]),
    )
    .select(['r.id', 'r.kind', 'r.subjectId'])
    .execute();
  for (const { id, kind, subjectId } of open) {
    const decide = (decision: 'approve' | 'reject') => async (tx: Tx) => {
      const decided = { decision, reason: 'at rest', decidedBy: walk.world.ownerId };
      await closeDecided(tx, id, decided);
      if (kind === 'withdrawal') await decideWithdrawal(tx, subjectId, decided);
      else await decideHousePayment(tx, subjectId, decision);
      return true;
    };
    if (!(await walk.tried(decide('reject')))) await walk.tried(decide('approve'));
  }
}
