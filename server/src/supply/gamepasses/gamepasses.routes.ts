import { api } from '@sterling/contract/api.ts';
import { receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { openFlights } from '../../platform/limits/flights.ts';
import type { Services } from '../../services.ts';
import { findPasses } from './finding.lookups.ts';
import { type PassOnSale, passIdOf, readPass } from './gamepasses.lookups.ts';

export function gamepassRoutes({ game }: Pick<Services, 'game'>): Route[] {
  const lookups = openFlights<PassOnSale>();
  return [
    handle(api.gamepass.validate, async ({ body }) => {
      const passId = passIdOf(body.url);
      const pass = await lookups.join(passId, () => readPass(game, passId));
      const { id, productId, name, priceRobux, creatorName, creatorType } = pass;
      const receives = receivedAfterPlatformFee(priceRobux);
      return { name, price: priceRobux, id, productId, creatorName, creatorType, receives };
    }),
    handle(api.gamepass.find, ({ body }) => findPasses(game, body.from)),
  ];
}
