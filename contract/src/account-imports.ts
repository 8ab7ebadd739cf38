import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CONFIRM_OWNERSHIP } from './errors.ts';
import { ById, Id, RateIn, Time } from './fields.ts';
import { Lines } from './lists.ts';

export const MAX_IMPORT_LINES = 200;
const MAX_LINE_LENGTH = 2_500;
/** How long an import stays visible. */
export const IMPORT_DAYS = 7;
/** An import ends after this many cookies in a row that Roblox does not accept. */
export const MAX_DEAD_IN_A_ROW = 5;
/** An import also ends after this many of them in all. */
export const MAX_DEAD = 20;

/** waiting: not checked yet. skipped: the import ended before this line. */
export const ImportLineState = z.enum(['waiting', 'added', 'refused', 'skipped']);

/** One line. It says nothing about a Roblox account that was not added. */
export const ImportLine = z.object({
  /** Starts at 1 and counts blank lines. */
  line: z.number(),
  /** The last four characters of the cookie; '' if the line has none. */
  ending: z.string(),
  state: ImportLineState,
  /** Why the line was refused; null otherwise. */
  reason: z.nullable(z.string()),
  /** Of an added account. */
  accountId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  robux: z.nullable(z.number()),
});
export type ImportLine = z.output<typeof ImportLine>;

export const AccountImport = z.object({
  id: z.string(),
  /** cancelled: by the seller. stopped: too many cookies in a row did not work, or the seller may no longer sell. */
  state: z.enum(['running', 'done', 'cancelled', 'stopped']),
  createdAt: Time,
  /** Why it stopped; null otherwise. */
  stopReason: z.nullable(z.string()),
  /** When the next line is checked, if that is not immediately: the limit of lines per hour is reached, or Roblox does not answer. */
  waitsUntil: z.nullable(Time),
  counts: z.object({
    total: z.number(),
    waiting: z.number(),
    added: z.number(),
    refused: z.number(),
    skipped: z.number(),
  }),
  lines: z.array(ImportLine),
});
export type AccountImport = z.output<typeof AccountImport>;

export const accountImports = {
  start: endpoint({
    method: 'POST',
    path: '/api/roblox-accounts/imports',
    access: 'seller',
    scope: 'manage-accounts',
    summary:
      'Add own Roblox accounts from lines `cookie`, `cookie,rate` or `cookie,rate,host:port` of an own proxy. Each line counts as an action',
    bodyBytes: 1024 * 1024,
    body: z.strictObject({
      lines: Lines(MAX_IMPORT_LINES, MAX_LINE_LENGTH),
      /** For lines without a rate. */
      ratePerThousand: RateIn,
      /** An own proxy for lines without one; null for none. */
      proxyId: z.optional(z.nullable(Id)),
      /** Every account is the caller's own. */
      ownershipConfirmed: z.literal(true, { error: CONFIRM_OWNERSHIP }),
    }),
    status: 201,
    reply: AccountImport,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/imports',
    access: 'seller',
    scope: 'read',
    summary: `Own imports of the last ${IMPORT_DAYS} days, newest first, without their lines`,
    reply: z.array(z.omit(AccountImport, { lines: true })),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/imports/{id}',
    access: 'seller',
    scope: 'read',
    summary: 'An own import with the result of each line',
    params: ById,
    reply: AccountImport,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/roblox-accounts/imports/{id}/cancel',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'End an own import and delete the cookies that were not checked. Added accounts stay',
    params: ById,
    reply: AccountImport,
  }),
};
