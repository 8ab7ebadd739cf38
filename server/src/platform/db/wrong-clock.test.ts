import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { actAs } from '../../../test/acting.ts';
import { newCaller } from '../../../test/roles.ts';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';
import { chainHealth } from '../../money/litecoin/guards.reads.ts';
import { pollPrices } from '../../money/prices/prices.jobs.ts';
import { freshPrice, priceAge } from '../../money/prices/prices.reads.ts';
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
  await actAs(db, otto.id, (tx) => setPriceByHand(tx, otto.id, { price: 9_900 as never, minutes: 10 }));
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
  const { db, priceFeed } = world.services;
  const told = await priceFeed.read();
  setClock(2);
  const { accepted, strayed } = await pollPrices({ db, priceFeed: { read: async () => told } });
  expect([accepted, [...strayed]]).toEqual([true, []]);
});

test('rare day 23: quotes from before a pause of the machine, which stops its clock too, are old', async () => {
  const { db, priceFeed } = world.services;
  const { quotes } = await priceFeed.read();
  const at = new Date(Date.now() - HOUR_MS);
  const told = { quotes: quotes.map((quote) => ({ ...quote, at })), failures: [] };
  const read = async () => {
    // the clock of this process is an hour behind, as if it had stood still since the quotes arrived
    const behind = performance.now() - HOUR_MS;
    vi.spyOn(performance, 'now').mockReturnValue(behind);
    return told;
  };
  const { accepted } = await pollPrices({ db, priceFeed: { read } });
  vi.restoreAllMocks();
  expect(accepted).toBe(false);
});

/** Rows that were written while the database's clock was an hour ahead. */
const writeAhead = (statement: string) => world.database.asOwner(statement);

test('rare day 11: a price from before the database’s clock was set back is not used', async () => {
  const { db } = world.services;
  await pollPrices(world.services);
  await writeAhead(`update prices set expires_at = now() where expires_at is not null`);
  await writeAhead(`update prices set as_of = as_of + interval '1 hour'`);
  expect(await freshPrice(db)).toBeNull();
  expect(await priceAge(db)).toBeNull();
  // the same price, so the round updates the row
  expect((await pollPrices(world.services)).accepted).toBe(true);
  expect(await freshPrice(db)).not.toBeNull();
  await writeAhead(`update chain_health set looked_at = now() + interval '1 hour'`);
  await writeAhead(`update signer_health set looked_at = now() + interval '1 hour'`);
  expect([(await chainHealth(db)).isSilent, (await signerHealth(db)).isSilent]).toEqual([true, true]);
});

test('rare day 11: a stop from before the database’s clock was set back ends, and moves no deadline back', async () => {
  const [seller, buyer, owner] = [
    await world.seller(),
    await world.buyer(10_000),
    await newCaller(world, 'owner'),
  ];
  const id = await world.bought(buyer, await world.list(seller));
  await world.step(seller, id, 'deliver');
  const { confirmAt } = (await buyer.call('GET', `/api/transactions/${id}`)).body;
  const stop = (enabled: boolean) => owner.call('POST', '/api/admin/emergency-shutdown', { enabled });
  expect((await stop(true)).status).toBe(200);
  for (const table of ['trade_pauses', 'emergency_stops'])
    await writeAhead(
      `update ${table} set started_at = started_at + interval '100 hours' where ended_at is null`,
    );
  await world.workDue();
  expect((await buyer.call('GET', `/api/transactions/${id}`)).body.stage).toBe('delivered');
  expect((await stop(false)).status).toBe(200);
  expect((await buyer.call('GET', `/api/transactions/${id}`)).body.confirmAt).toBe(confirmAt);
});
