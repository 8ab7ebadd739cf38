import type { FastifyError, FastifyInstance } from 'fastify';
import { injectFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { authRoutes } from './auth.ts';
import { economyRoutes } from './economy.ts';
import { errors, PlatformError } from './errors.ts';
import { gameRoutes } from './games.ts';
import { inventoryRoutes } from './inventory.ts';
import { oauthRoutes, openPlatformGrants } from './oauth.ts';
import { passEditingRoutes } from './pass-editing.ts';
import { productInfoRoutes } from './product-info.ts';
import { purchaseRoutes } from './purchase.ts';
import { adoptRotatedCookies, checkCsrf, openCsrfTokens } from './session.ts';
import { thumbnailRoutes } from './thumbnails.ts';
import { transactionRoutes } from './transactions.ts';
import { userRoutes } from './users.ts';

/** Roblox's hosts, each under its own prefix. All calls that change something need the CSRF handshake. */
export async function gamePlatform(app: FastifyInstance, { world }: { world: World }): Promise<void> {
  const tokens = openCsrfTokens(world);
  app.setErrorHandler(async (error: FastifyError | PlatformError, _request, reply) => {
    if (error instanceof PlatformError)
      return reply.code(error.status).headers(error.headers).send(error.body);
    const status = error.statusCode ?? 500;
    return reply.code(status).send(errors(0, status < 500 ? 'BadRequest' : 'InternalServerError'));
  });
  checkCsrf(app, tokens);
  injectFaults(app, world.faults, 'game-platform');
  adoptRotatedCookies(app, world);

  const parts = { world, tokens, grants: openPlatformGrants(world) };
  userRoutes(app, parts);
  economyRoutes(app, parts);
  thumbnailRoutes(app, parts);
  productInfoRoutes(app, parts);
  purchaseRoutes(app, parts);
  passEditingRoutes(app, parts);
  inventoryRoutes(app, parts);
  transactionRoutes(app, parts);
  authRoutes(app, parts);
  gameRoutes(app, parts);
  oauthRoutes(app, parts);
}
