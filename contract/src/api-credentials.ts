import * as z from 'zod/mini';
import { type ApiScope, endpoint } from './endpoint.ts';
import { ById, line, Success, Time } from './fields.ts';
import { listOf } from './lists.ts';
import { t } from './texts.ts';

/** Credentials that one person can have, without those that were revoked. */
export const MAX_CREDENTIALS = 20;
/** Allowed networks of one credential. */
const MAX_NETWORKS = 20;
/** Calls that one credential may make in a minute, and how many of them may write. */
export const CALLS_PER_MINUTE = 600;
export const WRITES_PER_MINUTE = 60;
/** Writes that all credentials of one person may make in a minute. */
export const WRITES_PER_MINUTE_TOGETHER = 120;
/** Every API token begins with this, so that secret scanners can find a leaked token. */
export const TOKEN_PREFIX = 'sterling_';

export const Scope = z.enum(['read', 'trade', 'manage-accounts'] satisfies ApiScope[]);

/** A person's own key to the API. */
export const ApiCredential = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  /** Networks that may use it, in CIDR notation; empty: any network. */
  networks: z.array(z.string()),
  createdAt: Time,
  /** Null: never. */
  expiresAt: z.nullable(Time),
  /** Accurate to a minute; null if it was never used. */
  lastUsedAt: z.nullable(Time),
});
export type ApiCredential = z.output<typeof ApiCredential>;

const Scopes = z.array(Scope).check(
  z.minLength(1, t('must not be empty')),
  z.refine((scopes) => new Set(scopes).size === scopes.length, t('must not repeat a scope')),
);
/** An address or a network in CIDR notation. The server parses it. */
const NetworkIn = z.string().check(z.trim(), z.maxLength(50, t('is too long')));

export const apiCredentials = {
  list: endpoint({
    method: 'GET',
    path: '/api/credentials',
    access: 'signed-in',
    summary: 'Own API credentials without the revoked ones, newest first',
    reply: z.array(ApiCredential),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/credentials',
    access: 'signed-in',
    summary: 'Create an API credential. Its token is shown once. The user needs a second factor',
    stepUp: 'always',
    body: z.strictObject({
      name: line(40),
      scopes: Scopes,
      networks: z.optional(listOf(NetworkIn, MAX_NETWORKS)),
      /** Missing or null: it does not expire. */
      expiresAt: z.optional(
        z.nullable(z.iso.datetime({ offset: true, error: t('must be an ISO 8601 time') })),
      ),
    }),
    status: 201,
    reply: z.object({ credential: ApiCredential, token: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/credentials/{id}',
    access: 'signed-in',
    summary: 'Revoke an own API credential',
    protects: true,
    params: ById,
    reply: Success,
  }),
};
