import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { openReview } from '../../trade/reviews/reviews.ts';
import { factsAbout } from '../withdrawals/facts.reads.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals/state.ts';

/**
 * Opens a review of each withdrawal that has been cancelled for hours and whose coins are all gone: a reorganisation removed the
 * deposit behind them, so nothing is left that a cancel could spend. Its owner waits for the deposit, or accepts the risk.
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
  for (const { id, txid } of rows)
    await inTransaction(db, async (tx) => {
      const { state, userId } = await lockWithdrawal(tx, id);
      if (state !== 'cancelling') return;
      await moveWithdrawal(tx, id, 'cancelling', { facts: await factsAbout(tx, txid, 'gone') });
      await openReview(tx, { kind: 'withdrawal', subjectId: id, userId });
    });
}
