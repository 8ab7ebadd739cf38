import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { eachAlone } from '../../platform/loop.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { factsAbout } from '../withdrawals/facts.reads.ts';
import { sendToReview } from '../withdrawals/payouts.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals/state.ts';
import { recordSubmitted } from './treasury.ts';

/** A quarter of a day. A person decides about a payment that is unmined for this long and that no child helps. */
export const REVIEW_AFTER_BLOCKS = 144;

interface Stuck {
  readonly txid: string;
  readonly withdrawalId: string | null;
}

/** Sends payments to review that have been unmined for hours, so that the owner can send them again or cancel them. A failure delays none of the others. */
export async function reviewStuck(db: Db): Promise<void> {
  const { rows } = await sql<Stuck>`
    with recursive helped as (
      select txid from own_transactions where kind = 'child' and mined_height is null and given_up_at is null
        and signed_height > applied_height() - ${REVIEW_AFTER_BLOCKS}::int
      union
      select i.txid from helped h join transaction_inputs i on i.spender = h.txid
        join own_transactions p on p.txid = i.txid and p.mined_height is null)
    select t.txid, w.id as withdrawal_id from own_transactions t left join withdrawals w on w.txid = t.txid
    where t.mined_height is null and t.hex is not null and t.given_up_at is null and t.facts is null
      and t.signed_height <= applied_height() - ${REVIEW_AFTER_BLOCKS}::int
      and (w.id is null or w.state in ('signed', 'broadcast'))
      and t.txid not in (select txid from helped)
      and not exists (select from reviews r
        where r.subject_id = coalesce(w.id, t.id) and r.closed_at > now() - interval '6 hours')
    order by t.signed_at`.execute(db);
  await eachAlone(rows, ({ txid, withdrawalId }) =>
    inTransaction(db, async (tx) => {
      const facts = await factsAbout(tx, txid, 'stuck');
      if (withdrawalId === null) await recordSubmitted(tx, txid, facts);
      else await sendToReview(tx, withdrawalId, facts);
    }),
  );
}

/**
 * Opens a review of each withdrawal that has been cancelled for hours and whose coins are all gone: a reorganisation removed the
 * deposit behind them, so nothing is left that a cancel could spend. An owner then decides to wait for the deposit, or to accept the risk. A failure delays none of the others.
 */
export async function reviewGone(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string; txid: string }>`
    with recursive chain as (
      select w.id, w.txid as payment, w.txid, coalesce(w.facts ->> 'answer' = 'gone', false) as was_asked from withdrawals w join own_transactions t on t.txid = w.txid
        where w.state = 'cancelling' and t.mined_height is null and t.given_up_at < now() - interval '6 hours'
      union
      select c.id, c.payment, p.txid, c.was_asked from chain c join transaction_inputs i on i.spender = c.txid
        join own_transactions p on p.txid = i.txid and p.mined_height is null)
    select distinct c.id, c.payment as txid from chain c
    where not exists (select from chain each join transaction_inputs i on i.spender = each.txid
        join chain_outputs o on o.txid = i.txid and o.n = i.n
        where each.id = c.id and o.height is not null)
      and not exists (select from reviews r
        where r.kind = 'withdrawal' and r.subject_id = c.id
          and (r.state = 'open' or c.was_asked and r.closed_at > now() - interval '6 hours'))
    order by c.id`.execute(db);
  await eachAlone(rows, ({ id, txid }) =>
    inTransaction(db, async (tx) => {
      const { state, userId } = await lockWithdrawal(tx, id);
      if (state !== 'cancelling') return;
      await moveWithdrawal(tx, id, 'cancelling', { facts: await factsAbout(tx, txid, 'gone') });
      await openReview(tx, { kind: 'withdrawal', subjectId: id, userId });
    }),
  );
}
