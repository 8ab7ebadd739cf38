import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTradeWorld, type TradeWorld } from '../../../test/trade-world.ts';

let world: TradeWorld;
beforeAll(async () => {
  world = await openTradeWorld();
});
afterAll(() => world.close());

test('S3.01 a listing that was bought names its trade until the trade is cancelled', async () => {
  const sela = await world.seller();
  const listing = await world.list(sela, { title: 'Bought Crown' });
  const tradeOf = async () => {
    const { body } = await sela.call('GET', `/api/listings?sellerId=${sela.id}&search=bought`);
    return (body as unknown as { tradeId: string | null }[]).map(({ tradeId }) => tradeId);
  };
  expect(await tradeOf()).toEqual([null]);
  const trade = await world.bought(await world.buyer(20_000), listing);
  expect(await tradeOf()).toEqual([trade]);
  expect((await world.step(sela, trade, 'cancel')).status).toBe(200);
  expect(await tradeOf()).toEqual([null]);
});
