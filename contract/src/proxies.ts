import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Direction, Paging, Search, Success, Time } from './fields.ts';
import { Lines } from './lists.ts';
import { t } from './texts.ts';

export const ProxyStatus = z.enum(['active', 'failing', 'unchecked']);
export type ProxyStatus = z.output<typeof ProxyStatus>;

/** Placeholder for a password in answers. */
export const HIDDEN_PASSWORD = '••••';

export const OwnProxy = z.object({
  id: z.string(),
  host: z.string(),
  port: z.number(),
  username: z.nullable(z.string()),
  /** `HIDDEN_PASSWORD`; null without a password. */
  password: z.nullable(z.string()),
  /** Result of the last real connection through it to Roblox. */
  status: ProxyStatus,
  /** Why it fails; null while it works. */
  statusReason: z.nullable(z.string()),
  checkedAt: z.nullable(Time),
  /** Number of own accounts that use it. */
  accountCount: z.number(),
  createdAt: Time,
});
export type OwnProxy = z.output<typeof OwnProxy>;

/** The most characters of a user name or password. */
export const MAX_CREDENTIAL_LENGTH = 255;
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 1_000;

/** A port as a number or as digits. */
const PortIn = z.pipe(
  z.union([z.number(), z.string()], { error: t('must be a whole number') }),
  z.transform((given: number | string, context): number => {
    const port = typeof given === 'string' && /^\s*\d{1,5}\s*$/.test(given) ? Number(given) : given;
    if (typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
    context.issues.push({
      code: 'custom',
      message: t('must be a whole number from 1 to 65535'),
      input: given,
    });
    return z.NEVER;
  }),
);

export const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u;

/** One line without control characters. Blank or missing means none. */
const credential = z.optional(
  z.nullable(
    z.string().check(
      z.maxLength(
        MAX_CREDENTIAL_LENGTH,
        t('must be at most {most} characters', { most: MAX_CREDENTIAL_LENGTH }),
      ),
      z.refine((text) => !CONTROL_CHARACTER.test(text), t('must not contain control characters')),
    ),
  ),
);

export const proxies = {
  list: endpoint({
    method: 'GET',
    path: '/api/proxies',
    access: 'seller',
    scope: 'read',
    polled: true,
    summary: 'Own proxies, newest first',
    query: z.object({
      ...Paging,
      /** Searches host, port and username, ignoring case. */
      search: Search,
      sort: z.optional(z.enum(['host', 'port', 'username', 'status', 'createdAt'])),
      dir: Direction,
    }),
    reply: z.array(OwnProxy),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/proxies/figures',
    access: 'seller',
    scope: 'read',
    polled: true,
    summary: 'The four figures above the proxies',
    reply: z.object({
      total: z.number(),
      active: z.number(),
      failing: z.number(),
      /** Proxies that at least one account uses. */
      inUse: z.number(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/proxies',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Add an own HTTP proxy, which is tested immediately',
    body: z.strictObject({
      /** A host name or an address. */
      host: z
        .string({ error: t('must be a hostname or an IP address') })
        .check(
          z.trim(),
          z.minLength(1, t('must not be empty')),
          z.maxLength(MAX_CREDENTIAL_LENGTH, t('is too long')),
        ),
      port: PortIn,
      username: credential,
      password: credential,
    }),
    status: 201,
    reply: OwnProxy,
  }),
  addMany: endpoint({
    method: 'POST',
    path: '/api/proxies/bulk',
    access: 'seller',
    scope: 'manage-accounts',
    summary:
      'Add proxies from lines `host:port`, `host:port:user:password` or HTTP proxy URLs; blank lines are skipped and counted',
    body: z.strictObject({
      lines: Lines(MAX_LINES, MAX_LINE_LENGTH),
    }),
    reply: z.object({
      added: z.number(),
      /** Refused lines; line numbers begin at 1. */
      failed: z.array(z.object({ line: z.number(), reason: z.string() })),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/proxies/{id}',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Delete an own proxy that no account uses',
    params: ById,
    reply: Success,
  }),
};
