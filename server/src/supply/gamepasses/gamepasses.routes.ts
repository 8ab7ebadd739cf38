import { api } from '@sterling/contract/api.ts';
import { receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import type { Services } from '../../services.ts';
import { passIdOf, readPass } from './gamepasses.lookups.ts';

export function gamepassRoutes({ game }: Pick<Services, 'game'>): Route[] {
  return [
    handle(api.gamepass.validate, async ({ body }) => {
      const { id, productId, name, priceRobux, creatorName, creatorType } = await readPass(
        game,
        passIdOf(body.url),
      );
      const receives = receivedAfterPlatformFee(priceRobux);
      return { name, price: priceRobux, id, productId, creatorName, creatorType, receives };
    }),
  ];
}
