import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { asCreator, releasePending } from './accounts.ts';
import { errors, PlatformError } from './errors.ts';
import type { Account } from './rows.ts';
import { requireCaller } from './session.ts';

/** The caller's Robux balance. */
export function economyRoutes(app: FastifyInstance, { world }: { world: World }): void {
  app.get('/economy/v1/user/currency', async (request) => balance(world, requireCaller(world, request)));
  app.get('/economy/v1/users/:id/currency', async (request) => {
    const caller = requireCaller(world, request);
    if (String(caller.id) !== (request.params as { id: string }).id) {
      throw new PlatformError(403, errors(1, 'The user is invalid.'));
    }
    return balance(world, caller);
  });
}

function balance({ state, clock }: World, caller: Account) {
  releasePending(state, clock, asCreator(caller.id));
  return { robux: caller.robux };
}
