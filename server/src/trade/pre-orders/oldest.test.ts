import { orderTotal, type Rate, rate, robux } from '@sterling/contract/money.ts';
import { describe, expect, it } from 'vitest';
import { insertPreOrders, useQueue } from '../../../test/pre-orders.ts';
import { seeded } from '../../../test/seeded.ts';

const queue = useQueue();

describe('S4.12 the database', () => {
  it('computes the same totals as the contract, and the highest rate that a balance pays', async () => {
    const { rows } = await queue.database.asOwner(`
      select a::int, r::int, order_total(a, r)::int as total, affordable_rate(a, order_total(a, r))::int as most,
        affordable_rate(a, order_total(a, r) - 1)::int as less
      from unnest(array[100, 101, 333, 999, 1000, 1001, 12345, 999999, 1000000]) a, generate_series(100, 600, 7) r`);
    for (const { a, r, total, most, less } of rows) {
      expect(total).toBe(orderTotal(robux(a), rate(r)));
      expect(most).toBeGreaterThanOrEqual(r);
      expect(orderTotal(robux(a), most as Rate)).toBe(total);
      expect(orderTotal(robux(a), rate(most + 1))).toBeGreaterThan(total);
      expect(less).toBeLessThan(r);
    }
  });
});

describe('S4.14 the oldest pre-orders that fit', () => {
  it('are the same, whether they are found by rate or by place', async () => {
    const crowd = await queue.buyer(0);
    const random = seeded(7);
    const preOrders = Array.from({ length: 6_000 }, () => ({
      buyerId: crowd,
      robux: 100 * (1 + random(50)),
      maxRateCents: 100 + random(501),
    }));
    await insertPreOrders(queue.database, preOrders);
    const { rows } =
      await queue.database.asOwner(`select place, robux_amount::int as robux, max_rate_cents as most
      from pre_orders where waits_for = 'stock' order by place`);
    expect(rows).toHaveLength(6_000);
    for (const offers of [
      [[100, 100_000]],
      [[550, 2_000]],
      [
        [300, 900],
        [450, 100_000],
      ],
      [[600, 100]],
      [],
    ]) {
      const most = Array.from({ length: 501 }, (_, n) =>
        Math.max(0, ...offers.filter(([cents]) => cents! <= 100 + n).map(([, amount]) => amount!)),
      );
      const after = rows[random(1_000)].place;
      const fits = rows.filter(
        ({ place, robux, most: cents }) => place > after && robux <= most[cents - 100]!,
      );
      const { rows: found } = await queue.database.asOwner(
        'select fitting_pre_orders($1, $2, 100) as places',
        [most, after],
      );
      expect(found[0].places.map(Number)).toEqual(fits.slice(0, 100).map(({ place }) => place));
    }
  });
});
