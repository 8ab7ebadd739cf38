import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { findByName } from './accounts.ts';
import { errors, PlatformError } from './errors.ts';
import type { Account } from './rows.ts';
import { requireCaller } from './session.ts';

/** Users: the caller by cookie, any user by id or name. */
export function userRoutes(app: FastifyInstance, { world }: { world: World }): void {
  app.get('/users/v1/users/authenticated', async (request) => {
    const { id, username, displayName } = requireCaller(world, request);
    return { id, name: username, displayName };
  });
  app.get('/users/v1/users/authenticated/age-bracket', async (request) => {
    return { ageBracket: requireCaller(world, request).ageBracket };
  });
  app.get('/users/v1/users/authenticated/country-code', async (request) => {
    return { countryCode: requireCaller(world, request).countryCode };
  });

  app.get('/users/v1/users/:id', async (request) => {
    const account = world.state.accounts.get((request.params as { id: string }).id);
    if (!account) throw new PlatformError(404, errors(3, 'The user id is invalid.'));
    const { description, createdAt: created, moderated: isBanned } = account;
    return { description, created, isBanned, externalAppDisplayName: null, ...publicProfile(account) };
  });
  app.post('/users/v1/usernames/users', { config: { withoutCsrf: true } }, async (request) => {
    const { usernames, excludeBannedUsers } = (request.body ?? {}) as {
      usernames?: unknown;
      excludeBannedUsers?: boolean;
    };
    if (!Array.isArray(usernames)) throw new PlatformError(400, errors(2, 'Too many usernames.'));
    const data = usernames.flatMap((requestedUsername) => {
      const account = findByName(world.state, String(requestedUsername));
      return account && !(excludeBannedUsers && account.moderated)
        ? [{ requestedUsername, ...publicProfile(account) }]
        : [];
    });
    return { data };
  });
}

function publicProfile({ id, username: name, displayName }: Account) {
  return { hasVerifiedBadge: false, id, name, displayName };
}
