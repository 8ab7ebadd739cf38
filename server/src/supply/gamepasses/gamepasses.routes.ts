import { api } from '@sterling/contract/api.ts';
import { receivedAfterPlatformFee } from '@sterling/contract/money.ts';
import type { Db } from '../../platform/db/pool.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { byCall, countWrite } from '../../platform/limits/limits.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findPasses } from './finding.lookups.ts';
import { passIdOf, readPass } from './gamepasses.lookups.ts';

/** Each search makes up to five calls to Roblox. */
const MAX_SEARCHES = 60;

export function gamepassRoutes({ db, game }: Pick<Services, 'db' | 'game'>): Route[] {
  return [
    handle(api.gamepass.validate, async ({ body }) => {
      const { id, productId, name, priceRobux, creatorName, creatorType } = await readPass(
        game,
        passIdOf(body.url),
      );
      const receives = receivedAfterPlatformFee(priceRobux);
      return { name, price: priceRobux, id, productId, creatorName, creatorType, receives };
    }),
    handle(api.gamepass.find, async ({ user, body }) => {
      await refuseMoreSearches(db, user.id);
      return findPasses(game, body.from);
    }),
  ];
}

async function refuseMoreSearches(db: Db, userId: string): Promise<void> {
  const counted = await countWrite(db, byCall('pass search', userId, MAX_SEARCHES, 3_600));
  if ('waitSeconds' in counted) refuse('too_many_requests', { retryAfterSeconds: counted.waitSeconds });
}
