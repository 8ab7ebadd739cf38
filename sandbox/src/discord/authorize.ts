import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Grants } from '../grants.ts';
import type { World } from '../world.ts';
import { type Ask, askSchema } from './ask.ts';
import { choicePage, refusalPage } from './authorize-page.ts';
import { findOrMakePerson } from './people.ts';
import type { Person } from './person.ts';

const BROWSER_COOKIE = 'sandbox_discord_person';

/**
 * Discord's authorize page: people to choose from, Approve and Deny. `&as=<username>` approves immediately, making the
 * person if need be; `&prompt=none` approves who approved last in this browser, or answers `login_required`.
 */
export function authorizeRoutes(
  app: FastifyInstance,
  { world, grants }: { world: World; grants: Grants },
): void {
  app.get('/discord/oauth2/authorize', async (request, reply) => {
    const parsed = askSchema.safeParse(request.query);
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? 'request');
      return reply.code(400).type('text/html').send(refusalPage(field));
    }
    const ask = parsed.data;
    if (ask.decision === 'deny') return comeBack(reply, ask, ACCESS_DENIED);
    const person = whoApproves(request, ask, world);
    if (person) return approve(reply, ask, person, grants);
    if (ask.prompt === 'none') return comeBack(reply, ask, LOGIN_REQUIRED);
    return reply.type('text/html').send(choicePage(ask, world.state.people.values()));
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

function whoApproves(request: FastifyRequest, ask: Ask, { state }: World): Person | undefined {
  if (ask.as) return findOrMakePerson(state, ask.as);
  const last = request.cookies[BROWSER_COOKIE];
  return ask.prompt === 'none' && last ? state.people.get(last) : undefined;
}

function approve(reply: FastifyReply, ask: Ask, person: Person, grants: Grants) {
  const code = grants.approve({
    subject: person.id,
    redirectUri: ask.redirect_uri,
    scope: ask.scope,
    challenge: ask.code_challenge
      ? { value: ask.code_challenge, method: ask.code_challenge_method ?? 'plain' }
      : null,
  });
  reply.setCookie(BROWSER_COOKIE, person.username, { path: '/discord', httpOnly: true, sameSite: 'lax' });
  return comeBack(reply, ask, { code });
}

function comeBack(reply: FastifyReply, ask: Ask, answer: Record<string, string>) {
  const address = new URL(ask.redirect_uri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  const state = ask.decision === 'wrong-state' ? 'not-the-state-that-was-sent' : ask.state;
  if (state !== undefined && ask.decision !== 'without-state') address.searchParams.set('state', state);
  return reply.header('cache-control', 'no-store').redirect(address.href, 302);
}
