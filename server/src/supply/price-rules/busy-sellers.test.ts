import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../test/app.ts';
import { usePriceWorld } from '../../../test/price-world.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { setWantedRates } from './price-rules.jobs.ts';

/** A seller changes something while a round sets rates. */
const world = usePriceWorld();
let ann: Caller;
let ben: Caller;
beforeEach(async () => {
  ann = await world.seller('ann');
  ben = await world.seller('ben');
});

const round = () => setWantedRates(world.app.services);

test('a round neither waits for a seller who is changing something, nor keeps their rules locked meanwhile', async () => {
  const { db } = world.app.services;
  const [one, two] = [await world.stock(ann), await world.stock(ben)];
  const { body: rule } = await world.add(ann, [one], { belowCents: null, baseRate: 3 });
  await world.add(ben, [two], { belowCents: null, baseRate: 3 });
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('users').where('id', '=', ann.id).select('id').forUpdate().execute();
    expect(await round()).toBe(1);
    await tx
      .selectFrom('priceRules')
      .where('id', '=', String(rule.id))
      .select('id')
      .forUpdate()
      .noWait()
      .execute();
  });
  expect(await round()).toBe(1);
  expect(await world.prices(one, two)).toEqual([
    [300, false],
    [300, false],
  ]);
});

test('the end of a pause does not wait for a seller who is changing something', async () => {
  const id = await world.stock(ann, { rateCents: 300 });
  await world.add(ann, [id], { isOn: false });
  await world.change(id, 'is_paused_by_rule = true');
  await inTransaction(world.app.services.db, async (tx) => {
    await tx.selectFrom('users').where('id', '=', ann.id).select('id').forUpdate().execute();
    await round();
    expect(await world.prices(id)).toEqual([[300, true]]);
  });
  await round();
  expect(await world.prices(id)).toEqual([[300, false]]);
});
