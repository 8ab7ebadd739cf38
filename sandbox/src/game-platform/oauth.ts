import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bearerToken, type Grants, openGrants, tokenAnswer } from '../grants.ts';
import { escapeHtml, plainPage } from '../page/plain-page.ts';
import type { World } from '../world.ts';
import { findByName } from './accounts.ts';
import { errors, PlatformError } from './errors.ts';
import type { Account } from './rows.ts';

const BASE = '/apis/oauth/v1';
const CLIENT_ID = 'sterling-sandbox';
const ACCESS_SECONDS = 900;

const AuthorizeRequest = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(CLIENT_ID),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z
    .string()
    .regex(/^(openid|profile|game-pass:read|game-pass:write)( (profile|game-pass:read|game-pass:write))*$/),
  state: z.string().optional(),
  code_challenge: z.string().min(43).max(128),
  code_challenge_method: z.literal('S256'),
  as: z.string().optional(),
});
type AuthorizeRequest = z.infer<typeof AuthorizeRequest>;

/** The grants of Roblox's sign-in. They live in memory, so a restart ends them. */
export function openPlatformGrants({ clock }: World): Grants {
  return openGrants(clock, ACCESS_SECONDS);
}

/**
 * Roblox's OAuth2 for apps. PKCE is required, access lasts 15 minutes, and a refresh token works once. As at the
 * sandbox's Discord, `&as=<username>` approves immediately. Here the account must exist.
 */
export function oauthRoutes(app: FastifyInstance, { world, grants }: { world: World; grants: Grants }): void {
  app.get(`${BASE}/authorize`, async (request, reply) => {
    const parsed = AuthorizeRequest.safeParse(request.query);
    if (!parsed.success)
      return reply.code(400).send(refusal('invalid_request', String(parsed.error.issues[0]?.path[0])));
    const account = parsed.data.as && findByName(world.state, parsed.data.as);
    if (!account) return reply.type('text/html').send(choicePage(request, world.state.accounts.values()));
    return approve(reply, parsed.data, account, grants);
  });

  app.post(`${BASE}/token`, { config: { withoutCsrf: true } }, async (request, reply) => {
    const form = (request.body ?? {}) as Record<string, string | undefined>;
    if (form.client_id !== CLIENT_ID)
      return reply.code(401).send(refusal('invalid_client', 'Unknown client.'));
    const tokens =
      form.grant_type === 'refresh_token'
        ? grants.refresh(form.refresh_token ?? '')
        : grants.redeem(form.code ?? '', form.redirect_uri ?? '', form.code_verifier);
    return tokens
      ? tokenAnswer(tokens)
      : reply.code(400).send(refusal('invalid_grant', 'The grant is not valid.'));
  });
  app.post(`${BASE}/token/revoke`, { config: { withoutCsrf: true } }, async (request) => {
    grants.revoke(((request.body ?? {}) as { token?: string }).token ?? '');
    return {};
  });

  app.get(`${BASE}/userinfo`, async (request) => {
    const { id, username, displayName, createdAt } = requireBearer(world, grants, request, 'openid');
    const profile = `https://www.roblox.com/users/${id}/profile`;
    const names = { name: displayName, nickname: displayName, preferred_username: username };
    return {
      sub: String(id),
      ...names,
      created_at: Math.floor(Date.parse(createdAt) / 1000),
      profile,
      picture: null,
    };
  });
}

/** The account of an access token with this scope. @throws PlatformError 401 or 403. */
export function requireBearer(world: World, grants: Grants, request: FastifyRequest, scope: string): Account {
  const grant = grants.find(bearerToken(request) ?? '');
  const account = grant && world.state.accounts.get(grant.subject);
  if (!account) throw new PlatformError(401, errors(0, 'Authorization has been denied for this request.'));
  if (!grant.scope.split(' ').includes(scope))
    throw new PlatformError(403, errors(0, 'The scope is not sufficient.'));
  return account;
}

function approve(reply: FastifyReply, asked: AuthorizeRequest, account: Account, grants: Grants) {
  const challenge = { value: asked.code_challenge, method: asked.code_challenge_method };
  const approval = {
    subject: String(account.id),
    redirectUri: asked.redirect_uri,
    scope: asked.scope,
    challenge,
  };
  const back = new URL(asked.redirect_uri);
  back.searchParams.set('code', grants.approve(approval));
  if (asked.state !== undefined) back.searchParams.set('state', asked.state);
  return reply.redirect(back.href, 302);
}

function choicePage({ url }: FastifyRequest, accounts: Account[]): string {
  const links = accounts.map(({ username }) => {
    const href = `${url}&as=${encodeURIComponent(username)}`;
    return `<li><span>${escapeHtml(username)}</span><a class="approve" href="${escapeHtml(href)}">Approve</a></li>`;
  });
  return plainPage('Sign in with Roblox', `<ul>${links.join('')}</ul>`);
}

function refusal(error: string, description: string) {
  return { error, error_description: description };
}
