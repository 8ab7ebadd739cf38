import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken, type Grants } from '../grants.ts';
import type { World } from '../world.ts';
import { CLIENT_ID } from './authorize-request.ts';
import { findPersonById } from './people.ts';
import type { Person } from './person.ts';

/** `users/@me` and `oauth2/@me`, for callers with a valid access token. */
export function userRoutes(app: FastifyInstance, { world, grants }: { world: World; grants: Grants }): void {
  for (const base of ['/discord/api/v10', '/discord/api']) {
    app.get(`${base}/users/@me`, async (request, reply) => {
      const caller = findCaller(request);
      if (!caller) return reply.code(401).send(UNAUTHORIZED);
      return userAnswer(caller.person, caller.scopes.includes('email'));
    });
    app.get(`${base}/oauth2/@me`, async (request, reply) => {
      const caller = findCaller(request);
      if (!caller) return reply.code(401).send(UNAUTHORIZED);
      const application = { id: CLIENT_ID, name: 'Sterling', icon: null, description: '', bot_public: true };
      const { person, scopes, expires } = caller;
      return { application, scopes, expires, user: userAnswer(person, false) };
    });
  }

  function findCaller(request: FastifyRequest) {
    const grant = grants.find(bearerToken(request) ?? '');
    const person = grant && findPersonById(world.state, grant.subject);
    if (!person) return null;
    return { person, scopes: grant.scope.split(/[ +]/), expires: new Date(grant.expiresAt).toISOString() };
  }
}

const UNAUTHORIZED = { message: '401: Unauthorized', code: 0 };

function userAnswer(
  { id, username, globalName, discriminator, avatar, email, verified }: Person,
  withEmail: boolean,
) {
  const looks = { banner: null, accent_color: null, avatar_decoration_data: null };
  const account = { flags: 0, public_flags: 0, locale: 'en-US', mfa_enabled: false, premium_type: 0 };
  const user = { id, username, discriminator, global_name: globalName, avatar, ...looks, ...account };
  return withEmail ? { ...user, email, verified: email !== null && verified } : user;
}
