import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { rotateCookie } from './accounts.ts';
import { requireCaller, requireSession, setSessionCookie } from './session.ts';

/** Session refresh and logout. */
export function authRoutes(app: FastifyInstance, { world }: { world: World }): void {
  for (const version of ['v1', 'v2']) {
    app.post(`/auth/${version}/session/refresh`, async (request, reply) => {
      setSessionCookie(reply, rotateCookie(world.state, world.clock, requireCaller(world, request)));
      return {};
    });
  }
  app.post('/auth/v2/logout', async (request, reply) => {
    const caller = requireSession(world, request);
    caller.cookieValid = false;
    world.state.accounts.put(caller);
    setSessionCookie(reply, '');
    return {};
  });
}
