import { text } from '@sterling/contract/texts.ts';
import { MAX_MESSAGES, type Stage } from '@sterling/contract/transactions.ts';
import { sql } from 'kysely';
import { addNews, markNewsRead } from '../../people/inbox/inbox.ts';
import { record } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/pool.ts';
import {
  type Actor,
  appendTradeEvent,
  lockTrade,
  refuseMoreEvents,
  refuseWrongStage,
  type Trade,
} from './trade.ts';
import type { Party } from './transactions.rules.ts';

/**
 * Adds a message to an open trade and tells its readers. Both parties and staff can read it. Messages of staff go into the
 * audit log. Refuses with transaction_not_found for users outside the trade, out_of_order after its end, and a party with
 * too_many_messages.
 */
export async function writeMessage(tx: Tx, actor: Actor, id: string, written: string): Promise<void> {
  const { trade, party } = await lockTrade(tx, actor, id);
  if (trade.endedAt !== null) refuseWrongStage(trade);
  if (party !== 'staff')
    await refuseMoreEvents(tx, trade, actor.id, {
      what: MESSAGE,
      most: MAX_MESSAGES,
      code: 'too_many_messages',
    });
  await notifyReaders(tx, trade, actor.id, party);
  await appendTradeEvent(tx, trade, actor.id, MESSAGE, written);
  if (party !== 'staff') return;
  await record(tx, {
    actorId: actor.id,
    action: 'transactions.asked',
    subjectId: id,
    after: { stage: trade.stage },
  });
}

const MESSAGE = text('Message');

/** Several messages within this time are one piece of news, until its reader has seen it. */
const ONE_NEWS_MINUTES = 5;

/** Adds news for the other party or both, and for staff who asked before and are still staff. The writer has seen all earlier messages. */
async function notifyReaders(tx: Tx, trade: Trade, writerId: string, by: Party): Promise<void> {
  await markNewsRead(tx, writerId, { code: 'trade_message', subjectId: trade.id });
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.id <> ${writerId} and (u.id in (${trade.buyerId}, ${trade.sellerId}) or ${by} <> 'staff' and (u.is_owner or u.role = 'admin')
        and not u.is_banned and u.id in (
        select actor_id from transaction_events where transaction_id = ${trade.id} and said is not null))
      and not exists (
        select from inbox_entries e
        where e.user_id = u.id and e.read_at is null and e.code = 'trade_message' and e.subject_id = ${trade.id}
          and e.details ->> 'by' = ${by} and e.at > now() - make_interval(mins => ${ONE_NEWS_MINUTES}))`.execute(
    tx,
  );
  for (const { id } of rows)
    await addNews(tx, id, { code: 'trade_message', by, state: trade.stage as Stage }, trade.id);
}
