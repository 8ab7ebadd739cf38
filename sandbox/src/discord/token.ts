import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Grants, type Tokens, tokenAnswer } from '../grants.ts';
import { CLIENT_ID } from './authorize-request.ts';

export const CLIENT_SECRET = 'sandbox-secret';

type Form = Record<string, string | undefined>;

/** Token and revocation calls. As at Discord, bodies are forms, and the client's secret comes by HTTP Basic or in the body. */
export function tokenRoutes(app: FastifyInstance, { grants }: { grants: Grants }): void {
  for (const base of ['/discord/api/oauth2', '/discord/api/v10/oauth2']) {
    app.post(`${base}/token`, async (request, reply) => {
      const form = readForm(request, reply);
      if (!form) return reply;
      const tokens = form.grant_type === 'refresh_token' ? refreshed(form, grants) : redeemed(form, grants);
      if (tokens === 'unsupported') return reply.code(400).send({ error: 'unsupported_grant_type' });
      if (!tokens) return reply.code(400).send(invalidGrant(form));
      return reply.header('cache-control', 'no-store').send(tokenAnswer(tokens));
    });
    app.post(`${base}/token/revoke`, async (request, reply) => {
      const form = readForm(request, reply);
      if (!form) return reply;
      grants.revoke(form.token ?? '');
      return {};
    });
  }
}

function redeemed(form: Form, grants: Grants): Tokens | null | 'unsupported' {
  if (form.grant_type !== 'authorization_code') return 'unsupported';
  return grants.redeem(form.code ?? '', form.redirect_uri ?? '', form.code_verifier);
}

function refreshed(form: Form, grants: Grants): Tokens | null {
  return grants.refresh(form.refresh_token ?? '');
}

function invalidGrant({ grant_type }: Form) {
  const wrong = grant_type === 'refresh_token' ? 'refresh_token' : 'code';
  return { error: 'invalid_grant', error_description: `Invalid "${wrong}" in request.` };
}

/** The form of an authenticated client. Otherwise it sends the refusal and returns null. */
function readForm(request: FastifyRequest, reply: FastifyReply): Form | null {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    reply.code(400).send({ error: 'invalid_request', error_description: 'The body must be form encoded.' });
    return null;
  }
  const form = (request.body ?? {}) as Form;
  const [id, secret] = basicCredentials(request) ?? [form.client_id, form.client_secret];
  if (id === CLIENT_ID && secret === CLIENT_SECRET) return form;
  reply.code(401).send({ error: 'invalid_client' });
  return null;
}

// RFC 6749 2.3.1: both halves are form encoded before they are joined.
function basicCredentials({ headers }: FastifyRequest): [string, string] | null {
  const encoded = headers.authorization?.match(/^Basic (.+)$/i)?.[1];
  if (!encoded) return null;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s, 2);
  return [decodeForm(id), decodeForm(secret)];
}

function decodeForm(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? '';
}
