import { REFERRAL_DAYS } from '@sterling/contract/affiliate.ts';
import { CHECK_MINUTES } from '@sterling/contract/factors.ts';
import { MAX_RATE, MIN_ORDER_ROBUX, MIN_RATE } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database.ts';

test('the limits that stand in the contract and in the database are the same', async () => {
  const database = await openTestDatabase();
  const { rows } = await database.asOwner(
    `select min_order_robux(), lowest_rate_cents(), highest_rate_cents(),
       is_fresh_check(now() - $1 * interval '1 minute' + interval '1 second') as counts,
       is_fresh_check(now() - $1 * interval '1 minute') as is_over,
       referral_ends_at(now(), now()) - now() = $2 * interval '1 day' as is_referral`,
    [CHECK_MINUTES, REFERRAL_DAYS],
  );
  await database.close();
  expect(rows).toEqual([
    {
      min_order_robux: MIN_ORDER_ROBUX,
      lowest_rate_cents: MIN_RATE,
      highest_rate_cents: MAX_RATE,
      counts: true,
      is_over: false,
      is_referral: true,
    },
  ]);
});
