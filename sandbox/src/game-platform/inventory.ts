import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { errors, PlatformError } from './errors.ts';
import { owns } from './sale.ts';
import { requireCaller } from './session.ts';

/** Ownership of one or several gamepasses, and its revocation by the owner. */
export function inventoryRoutes(app: FastifyInstance, { world }: { world: World }): void {
  const { state } = world;

  app.get('/inventory/v1/users/:userId/items/:itemType/:passId/is-owned', async (request) => {
    const { userId, itemType, passId } = request.params as Record<'userId' | 'itemType' | 'passId', string>;
    if (!/^(gamepass|1)$/i.test(itemType))
      throw new PlatformError(400, errors(6, 'The specified asset type is invalid.'));
    if (!state.accounts.get(userId))
      throw new PlatformError(400, errors(1, 'The specified user does not exist!'));
    const pass = state.passes.get(passId);
    if (!pass || pass.deleted) throw new PlatformError(400, errors(5, 'The specified asset does not exist!'));
    return owns(state, Number(userId), pass);
  });

  app.post('/apis/game-passes/v1/game-passes::batchGetOwnership', async (request) => {
    const { ownershipIdentifiers } = (request.body ?? {}) as { ownershipIdentifiers?: unknown };
    if (!Array.isArray(ownershipIdentifiers) || ownershipIdentifiers.length > 50) {
      throw new PlatformError(400, errors(0, 'BadRequest'));
    }
    const owned = ownershipIdentifiers.filter(({ userId, gamePassId }) => {
      const pass = state.passes.get(gamePassId);
      return pass && !pass.deleted && owns(state, Number(userId), pass);
    });
    return { ownerships: owned };
  });

  app.post('/apis/game-passes/v1/game-passes/:passId(^[0-9]+$)::revokeOwnership', async (request) => {
    const caller = requireCaller(world, request);
    state.ownerships.delete(`${caller.id}:${(request.params as { passId: string }).passId}`);
    return {};
  });
}
