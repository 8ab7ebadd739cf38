import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { userKey } from './accounts.ts';
import { errors, PlatformError } from './errors.ts';

/** The experiences of a user, and the experience of a place. */
export function gameRoutes(app: FastifyInstance, { world }: { world: World }): void {
  app.get('/games/v2/users/:id/games', async (request) => {
    const { id } = request.params as { id: string };
    if (!world.state.accounts.get(id)) throw new PlatformError(400, errors(1, 'The user id is invalid.'));
    const mine = world.state.universes.where(userKey(Number(id)));
    const data = mine.map((universe) => ({
      id: universe.id,
      name: universe.name,
      description: '',
      creator: { id: universe.creatorTargetId, type: universe.creatorType },
      rootPlace: { id: universe.placeId, type: 'Place' },
      placeVisits: 1_204,
    }));
    return { previousPageCursor: null, nextPageCursor: null, data };
  });
  app.get('/apis/universes/v1/places/:placeId/universe', async (request) => {
    const placeId = Number((request.params as { placeId: string }).placeId);
    const universe = world.state.universes.values().find((one) => one.placeId === placeId);
    return { universeId: universe?.id ?? null };
  });
}
