import type { RefusalCode } from '@sterling/contract/errors.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { refuse } from '../../refusal.ts';
import type { Tx } from '../db/pool.ts';

type Table = 'priceAlerts' | 'priceRules' | 'standingOrders' | 'webhookEndpoints' | 'withdrawalAddresses';

/**
 * Refuses with `code` if a user has `max` rows of a table. The caller holds a lock on the user or on these rows, so that two
 * calls cannot both add the last row.
 */
export async function refuseMoreThan(
  tx: Tx,
  max: number,
  table: Table,
  userId: string,
  code: RefusalCode,
): Promise<void> {
  const { count } = await tx
    .selectFrom(table)
    .where('userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  refuseFull(count, max, code);
}

/** Refuses with `code` if a user has `max` or more of something. */
export function refuseFull(count: number, max: number, code: RefusalCode): void {
  if (count < max) return;
  refuse(code, {
    hint: phrase('You can have at most {most}. Remove one that you no longer need.', { most: max }),
  });
}
