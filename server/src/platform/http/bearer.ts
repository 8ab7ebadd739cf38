import { CALLS_PER_MINUTE } from '@sterling/contract/api-credentials.ts';
import { type Endpoint, isGuardedWrite } from '@sterling/contract/endpoint.ts';
import type { RefusalCode } from '@sterling/contract/errors.ts';
import { phrase } from '@sterling/contract/texts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { FACTOR_HINT, noteUse } from '../../people/api-credentials/api-credentials.ts';
import { isAllowed } from '../../people/api-credentials/networks.rules.ts';
import { refuseAccess } from '../../people/sessions/authority.ts';
import {
  type CallerCredential,
  type CurrentUser,
  sessionToken,
} from '../../people/sessions/sessions.reads.ts';
import { refuse } from '../../refusal.ts';
import type { Db } from '../db/pool.ts';
import { openMinuteCounter } from '../limits/minute-counter.ts';
import { setCaller } from './caller.ts';
import { keyIn } from './idempotency.ts';
import { showLeft } from './rate-limit-headers.ts';
import type { RequestContext, RequestContexts } from './request-context.ts';

/** Calls with an API token: `Authorization: Bearer sterling_…`. */
export interface Bearers {
  /** The request's API token; null without one. Refuses a request that also has a session cookie. */
  tokenIn(request: FastifyRequest): string | null;
  /**
   * Returns the context of a call and records that its credential is in use. Refuses a token that is unknown, expired or
   * revoked, and a call that its network, limit, scope or access does not allow.
   */
  admit(
    endpoint: Endpoint,
    token: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<RequestContext>;
}

interface BearerServices {
  readonly db: Db;
  readonly config: Pick<Config, 'mode'>;
  readonly requestContexts: RequestContexts;
}

const SCHEME = /^Bearer(?:\s|$)/i;

export function openBearers({ db, config, requestContexts }: BearerServices): Bearers {
  const countCall = openMinuteCounter(CALLS_PER_MINUTE);
  return {
    tokenIn(request) {
      const { authorization = '' } = request.headers;
      if (!SCHEME.test(authorization)) return null;
      if (sessionToken(request, config.mode) !== null) refuse('credential_and_session');
      return authorization.replace(SCHEME, '').trim();
    },
    async admit(endpoint, token, request, reply) {
      const key = endpoint.idempotent ? keyIn(request) : null;
      const context = await requestContexts.ofCredential(token, key, isGuardedWrite(endpoint));
      const { caller } = context;
      setCaller(request, caller);
      if (!caller?.credential) return refuseToken(reply, 'unknown_token');
      refuseState(reply, caller, caller.credential, request.ip);
      const { remaining, seconds } = countCall(caller.sessionId);
      showLeft(reply, { name: 'calls', remaining: Math.max(0, remaining), seconds });
      if (remaining < 0) refuse('too_many_requests', { retryAfterSeconds: seconds });
      refuseScope(endpoint, caller.credential);
      refuseAccess(endpoint.access, caller);
      if (caller.credential.isUseDue) await noteUse(db, caller.sessionId);
      return context;
    },
  };
}

/** RFC 6750 requires this header. It tells any HTTP client that the token is invalid. */
function refuseToken(reply: FastifyReply, code: RefusalCode): never {
  reply.header('www-authenticate', 'Bearer error="invalid_token"');
  return refuse(code);
}

function refuseState(
  reply: FastifyReply,
  { hasFactor }: CurrentUser,
  { state, networks }: CallerCredential,
  ip: string,
): void {
  if (state === 'revoked') refuseToken(reply, 'token_revoked');
  if (state === 'expired') refuseToken(reply, 'token_expired');
  if (!isAllowed(ip, networks))
    refuse('network_not_allowed', { hint: phrase('Your address is {ip}.', { ip }) });
  if (!hasFactor) refuse('api_factor_required', { hint: FACTOR_HINT });
}

function refuseScope({ scope }: Endpoint, { scopes }: CallerCredential): void {
  if (scope && scopes.includes(scope)) return;
  if (scope) refuse('scope_required', { details: { scope } });
  refuse('session_required');
}
