import type { Rate } from '@sterling/contract/money.ts';
import type { PriceAlert } from '@sterling/contract/price-alerts.ts';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { PriceAlerts } from '../../platform/db/types.generated.ts';

/** A person's alerts, newest first. */
export async function listAlerts(db: Db | Tx, userId: string): Promise<PriceAlert[]> {
  const rows = await db
    .selectFrom('priceAlerts')
    .where('userId', '=', userId)
    .selectAll()
    .orderBy('id', 'desc')
    .execute();
  return rows.map(shownAlert);
}

export const shownAlert = (row: Selectable<PriceAlerts>): PriceAlert => ({
  id: row.id,
  robuxAmount: row.robux,
  ratePerThousand: row.rateCents as Rate,
  createdAt: row.createdAt,
  met: row.metAt && { at: row.metAt, robux: row.metRobux! },
});
