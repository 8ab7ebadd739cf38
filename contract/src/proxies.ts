import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Direction, Paging, Search, Success, Time } from './fields.ts';

export const ProxyStatus = z.enum(['active', 'failing', 'unchecked']);
export type ProxyStatus = z.output<typeof ProxyStatus>;

/** What stands for a password, which is never answered. */
export const HIDDEN_PASSWORD = '••••';

export const OwnProxy = z.object({
  id: z.string(),
  host: z.string(),
  port: z.number(),
  username: z.nullable(z.string()),
  /** `HIDDEN_PASSWORD`; null: there is none. */
  password: z.nullable(z.string()),
  /** By a real connection through it to the game platform. */
  status: ProxyStatus,
  /** Why it fails; null unless it does. */
  statusReason: z.nullable(z.string()),
  checkedAt: z.nullable(Time),
  /** How many own accounts go through it. */
  accountCount: z.number(),
  createdAt: Time,
});
export type OwnProxy = z.output<typeof OwnProxy>;

const MOST_CHARACTERS = 255;
const MOST_LINES = 200;
const MOST_CHARACTERS_OF_A_LINE = 1_000;

/** A number, or its digits as a form has them. */
const PortIn = z.pipe(
  z.union([z.number(), z.string()], { error: 'must be a whole number' }),
  z.transform((given: number | string, context): number => {
    const port = typeof given === 'string' && /^\s*\d{1,5}\s*$/.test(given) ? Number(given) : given;
    if (typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
    context.issues.push({
      code: 'custom',
      message: 'must be a whole number from 1 to 65535',
      input: given,
    });
    return z.NEVER;
  }),
);

/** One line without control characters; blank or missing is none. */
const credential = z.optional(
  z.nullable(
    z.string().check(
      z.maxLength(MOST_CHARACTERS, `must be at most ${MOST_CHARACTERS} characters`),
      z.refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters'),
    ),
  ),
);

export const proxies = {
  list: endpoint({
    method: 'GET',
    path: '/api/proxies',
    access: 'seller',
    summary: 'Own proxies, newest first',
    query: z.object({
      ...Paging,
      /** Looked for in host, port and username, ignoring case. */
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
    summary: 'The four figures above the proxies',
    reply: z.object({
      total: z.number(),
      active: z.number(),
      failing: z.number(),
      /** Proxies that an account goes through. */
      inUse: z.number(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/proxies',
    access: 'seller',
    summary: 'Add an own HTTP proxy, which is tried at once',
    body: z.strictObject({
      /** A name or an address, and nothing else. */
      host: z
        .string({ error: 'must be a name or an address' })
        .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(MOST_CHARACTERS, 'is too long')),
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
    summary:
      'Add proxies by lines `host:port`, `host:port:user:password` or HTTP proxy URLs; blank lines count, and are left alone',
    body: z.strictObject({
      lines: z
        .array(z.string().check(z.maxLength(MOST_CHARACTERS_OF_A_LINE, 'is too long')))
        .check(
          z.minLength(1, 'must not be empty'),
          z.maxLength(MOST_LINES, `must be at most ${MOST_LINES} lines`),
        ),
    }),
    reply: z.object({
      added: z.number(),
      /** Lines that were not taken, counted from 1. */
      failed: z.array(z.object({ line: z.number(), reason: z.string() })),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/proxies/{id}',
    access: 'seller',
    summary: 'Delete an own proxy that no account uses',
    params: ById,
    reply: Success,
  }),
};
