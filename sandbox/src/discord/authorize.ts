import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Grants } from '../grants.ts';
import type { World } from '../world.ts';
import { choicePage, refusalPage } from './authorize-page.ts';
import { AuthorizeRequest } from './authorize-request.ts';
import { findOrMakePerson } from './people.ts';
import type { Person } from './person.ts';

const BROWSER_COOKIE = 'sandbox_discord_person';

/**
 * Discord's authorize page with the users to choose from, Approve and Deny. `&as=<username>` approves immediately and
 * creates the user if needed. `&prompt=none` approves the last user of this browser, or answers `login_required`.
 */
export function authorizeRoutes(
  app: FastifyInstance,
  { world, grants }: { world: World; grants: Grants },
): void {
  app.get('/discord/oauth2/authorize', async (request, reply) => {
    const parsed = AuthorizeRequest.safeParse(request.query);
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? 'request');
      return reply.code(400).type('text/html').send(refusalPage(field));
    }
    const asked = parsed.data;
    if (asked.decision === 'deny') return redirectBack(reply, asked, ACCESS_DENIED);
    const person = approvingPerson(request, asked, world);
    if (person) return approve(reply, asked, person, grants);
    if (asked.prompt === 'none') return redirectBack(reply, asked, LOGIN_REQUIRED);
    return reply.type('text/html').send(choicePage(asked, world.state.people.values()));
  });
}

const ACCESS_DENIED = {
  error: 'access_denied',
  error_description: 'The resource owner or authorization server denied the request',
};
const LOGIN_REQUIRED = {
  error: 'login_required',
  error_description: 'The person is not signed in to Discord',
};

function approvingPerson(
  request: FastifyRequest,
  asked: AuthorizeRequest,
  { state }: World,
): Person | undefined {
  if (asked.as) return findOrMakePerson(state, asked.as);
  const last = request.cookies[BROWSER_COOKIE];
  return asked.prompt === 'none' && last ? state.people.get(last) : undefined;
}

function approve(reply: FastifyReply, asked: AuthorizeRequest, person: Person, grants: Grants) {
  const code = grants.approve({
    subject: person.id,
    redirectUri: asked.redirect_uri,
    scope: asked.scope,
    challenge: asked.code_challenge
      ? { value: asked.code_challenge, method: asked.code_challenge_method ?? 'plain' }
      : null,
  });
  reply.setCookie(BROWSER_COOKIE, person.username, { path: '/discord', httpOnly: true, sameSite: 'lax' });
  return redirectBack(reply, asked, { code });
}

function redirectBack(reply: FastifyReply, asked: AuthorizeRequest, answer: Record<string, string>) {
  const address = new URL(asked.redirect_uri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  const state = asked.decision === 'wrong-state' ? 'not-the-state-that-was-sent' : asked.state;
  if (state !== undefined && asked.decision !== 'without-state') address.searchParams.set('state', state);
  return reply.header('cache-control', 'no-store').redirect(address.href, 302);
}
