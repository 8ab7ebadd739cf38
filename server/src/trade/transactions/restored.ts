import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { appendTradeEvent, inHours } from './trade.ts';

const RESTARTED = text('Sterling was restored to an earlier state. The time to confirm starts again');

/**
 * Gives each delivered trade of a restored database the full time to confirm again, and tells both parties: a dispute since the
 * backup is lost. The time counts from the end of the emergency stop, which must be on.
 */
export async function restartConfirmations(tx: Tx): Promise<void> {
  const { hours } = await readSetting(tx, 'auto_confirm');
  const trades = await tx
    .selectFrom('transactions')
    .where('stage', '=', 'delivered')
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const trade of trades) {
    const { id, buyerId, sellerId, totalCents: cents, feeCents } = trade;
    await tx
      .updateTable('transactions')
      .set({ confirmAt: sql`greatest(confirm_at, ${inHours(hours)})` })
      .where('id', '=', id)
      .execute();
    await appendTradeEvent(tx, trade, null, RESTARTED);
    const news = { code: 'trade_restored', cents, earnedCents: cents - feeCents, decided: false } as const;
    for (const party of [buyerId, sellerId]) await addNews(tx, party, news, id);
  }
}
