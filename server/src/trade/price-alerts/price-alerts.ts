import type { Rate, Robux } from '@sterling/contract/money.ts';
import { MAX_PRICE_ALERTS, type PriceAlert } from '@sterling/contract/price-alerts.ts';
import { sql } from 'kysely';
import { addNews } from '../../people/inbox/inbox.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { refuseMoreThan } from '../../platform/limits/own-rows.ts';
import { refuse } from '../../refusal.ts';
import { shownAlert } from './price-alerts.reads.ts';

interface NewAlert {
  readonly robux: Robux;
  readonly rateCents: Rate;
}

/** Adds an alert. The caller holds a lock on the user. Refuses with too_many_price_alerts. */
export async function addAlert(tx: Tx, userId: string, alert: NewAlert): Promise<PriceAlert> {
  await refuseMoreThan(tx, MAX_PRICE_ALERTS, 'priceAlerts', userId, 'too_many_price_alerts');
  const row = await tx
    .insertInto('priceAlerts')
    .values({ userId, ...alert })
    .returningAll()
    .executeTakeFirstOrThrow();
  return shownAlert(row);
}

/** Deletes an alert. Refuses with not_found, including for another person's alert. */
export async function removeAlert(tx: Tx, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('priceAlerts')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) refuse('not_found');
}

/** Deletes the alerts of users. */
export async function forgetAlertsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('priceAlerts').where('userId', 'in', userIds).execute();
}

interface Met extends NewAlert {
  readonly id: string;
  readonly userId: string;
  readonly metRobux: number;
}

/**
 * Tells the people whose alerts are met, and switches these alerts off. Returns how many; call again until it returns 0. Each
 * alert is told once, even with several workers. During an emergency stop nobody is told, because nobody can buy.
 */
export async function notifyMetAlerts(db: Db): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Met>`select * from meet_price_alerts()`.execute(tx);
    for (const { id, userId, robux, rateCents, metRobux } of rows)
      await addNews(tx, userId, { code: 'price_alert_met', robux, rateCents, metRobux }, id);
    return rows.length;
  });
}
