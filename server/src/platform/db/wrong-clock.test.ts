import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { actAs } from '../../../test/acting.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { freshPrice } from '../../money/prices/prices.reads.ts';
import { setPriceByHand } from '../../money/prices/prices.ts';
import { signerHealth } from '../../money/signer/signer.reads.ts';
import { recordSignerCheck } from '../../money/signer/signer.ts';
import { openPool, SIGNER_ROLE } from './pool.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterEach(() => vi.useRealTimers());
afterAll(() => world.close());

const HOUR_MS = 3_600_000;

/** Sets only the clock of this process. */
const setClock = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });

test('rare day 11: with a wrong clock, a buyer cannot cancel a trade before the delivery time', async () => {
  const [seller, buyer] = [await world.seller(), await world.buyer(10_000)];
  const id = await world.bought(buyer, await world.list(seller));
  setClock(100);
  expect((await world.step(buyer, id, 'cancel')).body.code).toBe('out_of_order');
  setClock(-200);
  await world.letPass(id, 72);
  expect((await world.step(buyer, id, 'cancel')).status).toBe(200);
});

test('rare day 11: with a wrong clock, prices and reports are as old as the database says', async () => {
  const { db } = world.services;
  await pollPrices(world.services);
  setClock(1);
  expect(await freshPrice(db)).not.toBeNull();
  setClock(-1);
  const signer = openPool(world.database.url, { role: SIGNER_ROLE, max: 1 });
  await recordSignerCheck(signer.db, [], { paymentLimit: 1, dayLimit: 1 } as never);
  vi.useRealTimers();
  await signer.close();
  expect(await signerHealth(db)).toMatchObject({ isSilent: false });
});

test('rare day 11: with a wrong clock, the owner’s price lasts as long as they said', async () => {
  const { db } = world.services;
  const otto = await world.signIn('otto', 'admin', true);
  setClock(-5);
  await actAs(db, otto.id, (tx) => setPriceByHand(tx, { id: otto.id, ip: '127.0.0.1' }, 9_900 as never, 10));
  vi.useRealTimers();
  expect(await freshPrice(db)).toMatchObject({ price: 9_900 });
  const { expiresAt } = await db
    .selectFrom('prices')
    .where('setBy', '=', otto.id)
    .select('expiresAt')
    .executeTakeFirstOrThrow();
  expect(Math.abs(expiresAt!.getTime() - Date.now() - HOUR_MS / 6)).toBeLessThan(60_000);
});

test('rare day 11: with a wrong clock, the price round reads its quotes by the database’s clock', async () => {
  setClock(2);
  const { accepted, strayed } = await pollPrices(world.services);
  expect([accepted, [...strayed]]).toEqual([true, []]);
});
