import type { TestDatabase } from './database.ts';

/** Inserts this many waiting pre-orders of users in turn, which no stock fits. The first place is after all others. */
export async function insertWaiting(
  { asOwner }: Pick<TestDatabase, 'asOwner'>,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  await asOwner(
    `insert into pre_orders (buyer_id, robux_amount, max_rate_cents, affordable_rate_cents, max_total_cents, gamepass_url, pass_id, product_id,
       pass_name, creator_type, creator_target_id)
     select ($1::uuid[])[1 + n % cardinality($1::uuid[])], 100 + n % 7, 200, 200, 20, 'https://www.roblox.com/game-pass/' || n, n, n,
       'VIP', 'User', 1 from generate_series(1, $2::int) n`,
    [userIds, count],
  );
}
