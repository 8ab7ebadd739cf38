import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Grants } from '../grants.ts';
import type { World } from '../world.ts';
import { CLIENT_ID } from './authorize-request.ts';
import { findPersonById } from './people.ts';
import type { Person } from './person.ts';

/** `users/@me` and `oauth2/@me`, for callers with a valid access token. */
export function userRoutes(app: FastifyInstance, { world, grants }: { world: World; grants: Grants }): void {
  for (const base of ['/discord/api/v10', '/discord/api']) {
    app.get(`${base}/users/@me`, async (request, reply) => {
      const held = holder(request, grants);
      const person = held && findPersonById(world.state, held.subject);
      if (!person) return reply.code(401).send(UNAUTHORIZED);
      return userAnswer(person, held.scope.split(/[ +]/).includes('email'));
    });
    app.get(`${base}/oauth2/@me`, async (request, reply) => {
      const held = holder(request, grants);
      const person = held && findPersonById(world.state, held.subject);
      if (!person) return reply.code(401).send(UNAUTHORIZED);
      const application = { id: CLIENT_ID, name: 'Sterling', icon: null, description: '', bot_public: true };
      const expires = new Date(held.expiresAt).toISOString();
      return { application, scopes: held.scope.split(/[ +]/), expires, user: userAnswer(person, false) };
    });
  }
}

const UNAUTHORIZED = { message: '401: Unauthorized', code: 0 };

function holder(request: FastifyRequest, grants: Grants) {
  const token = request.headers.authorization?.match(/^Bearer (.+)$/i)?.[1];
  return token ? grants.holder(token) : null;
}

function userAnswer(
  { id, username, globalName, discriminator, avatar, email, verified }: Person,
  withEmail: boolean,
) {
  const looks = { banner: null, accent_color: null, avatar_decoration_data: null };
  const account = { flags: 0, public_flags: 0, locale: 'en-US', mfa_enabled: false, premium_type: 0 };
  const user = { id, username, discriminator, global_name: globalName, avatar, ...looks, ...account };
  return withEmail ? { ...user, email, verified: email !== null && verified } : user;
}
