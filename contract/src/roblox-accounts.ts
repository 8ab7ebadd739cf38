import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  CookieText,
  Direction,
  DollarsPer1000,
  FileReply,
  Id,
  Moment,
  Paging,
  RateIn,
  Reason,
  Search,
  Success,
  Time,
  TranslatedRefusal,
} from './fields.ts';
import { filledListOf } from './lists.ts';
import { ProxyStatus } from './proxies.ts';

export const AccountStatus = z.enum(['online', 'offline', '2fa_required', 'invalid_cookie']);

/** Who buys the gamepass: Sterling with the account's cookie, or the seller in their own browser. */
export const Fulfilment = z.enum(['auto', 'manual']);
export type Fulfilment = z.output<typeof Fulfilment>;

export const RobloxAccount = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  robloxUserId: z.string(),
  profilePicture: z.nullable(z.string()),
  robuxBalance: z.number(),
  /** Robux of completed orders. */
  totalSold: z.number(),
  ratePerThousand: DollarsPer1000,
  status: AccountStatus,
  statusReason: z.nullable(z.string()),
  isActive: z.boolean(),
  fulfilment: Fulfilment,
  proxyId: z.nullable(z.string()),
  /** The proxy `proxyId`. The account reaches Roblox only through it. */
  proxy: z.nullable(
    z.object({
      host: z.string(),
      port: z.number(),
      username: z.nullable(z.string()),
      status: ProxyStatus,
    }),
  ),
  /** The price rule that is on and sets the account's rate. It will change a rate that is set by hand. */
  priceRule: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      /** The rule has taken the account off sale. */
      isPaused: z.boolean(),
    }),
  ),
  /** Robux reserved for open orders. */
  reservedRobux: z.number(),
  createdAt: Time,
  updatedAt: Time,
});
export type RobloxAccount = z.output<typeof RobloxAccount>;

const AccountFilter = {
  /** Searches usernames and Roblox ids, ignoring case. */
  search: Search,
  /** As shown: an inactive account is offline. */
  status: z.optional(AccountStatus),
  /** When the account was added. */
  from: Moment,
  /** Exclusive. */
  to: Moment,
};

export const MAX_IN_BULK = 200;

export const robloxAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts',
    access: 'seller',
    scope: 'read',
    summary: 'Own accounts, newest first',
    query: z.object({
      ...Paging,
      /** Only the account with this id. */
      id: z.optional(Id),
      ...AccountFilter,
      sort: z.optional(
        z.enum(['username', 'robuxBalance', 'totalSold', 'ratePerThousand', 'status', 'updatedAt']),
      ),
      dir: Direction,
    }),
    reply: z.array(RobloxAccount),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts.csv',
    access: 'seller',
    scope: 'read',
    summary: 'Own accounts as CSV, newest first, without cookies',
    query: z.object(AccountFilter),
    reply: FileReply,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/roblox-accounts/figures',
    access: 'seller',
    scope: 'read',
    summary: 'The figures above the accounts',
    reply: z.object({
      total: z.number(),
      forSale: z.number(),
      /** Robux of all accounts. */
      robux: z.number(),
      /** Robux of completed orders. */
      sold: z.number(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/roblox-accounts',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Put an own Roblox account up for sale with its session cookie',
    body: z.strictObject({
      cookie: CookieText,
      ratePerThousand: RateIn,
      /** An own proxy; null for none. */
      proxyId: z.optional(z.nullable(Id)),
      /** Chooses one of the own active proxies. */
      useProxy: z.optional(z.boolean()),
      ownershipConfirmed: z.optional(z.boolean()),
    }),
    status: 201,
    reply: RobloxAccount,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/roblox-accounts/{id}',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Activate or deactivate an account, or change its rate, proxy or fulfilment',
    params: ById,
    body: z.strictObject({
      status: z.optional(z.enum(['online', 'offline'])),
      ratePerThousand: z.optional(RateIn),
      proxyId: z.optional(z.nullable(Id)),
      fulfilment: z.optional(Fulfilment),
    }),
    reply: RobloxAccount,
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/roblox-accounts/bulk',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Apply one action to many accounts; the reply has the result of each',
    body: z.strictObject({
      ids: filledListOf(z.string(), MAX_IN_BULK),
      action: z.enum(['activate', 'deactivate', 'delete', 'rate']),
      /** With the action 'rate'. */
      ratePerThousand: z.optional(RateIn),
    }),
    reply: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          ok: z.boolean(),
          /** Of a refusal, or a note about what was done. */
          message: z.optional(z.string()),
          /** What to do about a refusal. */
          hint: z.optional(z.string()),
          translated: TranslatedRefusal,
        }),
      ),
    }),
  }),
  updateCookie: endpoint({
    method: 'PATCH',
    path: '/api/roblox-accounts/{id}/cookie',
    access: 'seller',
    scope: 'manage-accounts',
    summary: "Replace the account's cookie",
    params: ById,
    body: z.strictObject({ cookie: CookieText }),
    reply: RobloxAccount,
  }),
  refreshBalance: endpoint({
    method: 'POST',
    path: '/api/roblox-accounts/{id}/balance',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Refresh the Robux balance',
    params: ById,
    reply: RobloxAccount,
    unguarded: true,
    perMinute: 300,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/roblox-accounts/{id}',
    access: 'seller',
    scope: 'manage-accounts',
    summary: 'Delete the account and its cookie',
    params: ById,
    reply: Success,
  }),
  allowOfUser: endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/allow-accounts',
    access: 'admin',
    summary: 'Let a user add Roblox accounts again that were taken by mistake',
    stepUp: 'always',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    reply: z.extend(Success, { allowed: z.number() }),
  }),
};
