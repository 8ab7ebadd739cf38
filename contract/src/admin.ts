import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Dollars, DollarsIn, Id, Moment, Paging, Success, Time, WalletTypeIn } from './fields.ts';
import { Role, User } from './users.ts';

/** The figures of the owner panel. Days are UTC. */
export const AdminStats = z.object({
  /** Without deleted users. */
  totalUsers: z.number(),
  newUsersToday: z.number(),
  /** Since Monday. */
  newUsersThisWeek: z.number(),
  /** Fees that the house earned, less affiliate payouts. */
  totalRevenue: Dollars,
  todayRevenue: Dollars,
  /** Change in percent against the whole of yesterday; null when yesterday had no revenue. */
  revenueChange: z.nullable(z.number()),
  activeListings: z.number(),
  pendingListings: z.number(),
  /** Sum of all users' wallets, including held money. */
  totalWalletBalance: Dollars,
  /** Dollars of withdrawals that are neither confirmed nor failed. */
  pendingWithdrawals: Dollars,
  /** Robux orders and listing trades. */
  totalTransactions: z.number(),
  dailyTransactions: z.number(),
  transactionsChange: z.nullable(z.number()),
  /** Users with an open review. */
  flaggedUsers: z.number(),
  /** Percentage of the minutes of the last 30 days with a heartbeat; null without any. */
  uptime: z.nullable(z.number()),
});
export type AdminStats = z.output<typeof AdminStats>;

/** A user as staff see them, with the balances of both wallets. */
export const AdminUser = z.extend(User, {
  buyerBalance: Dollars,
  sellerBalance: Dollars,
  /** Whether a reversed deposit has taken a wallet below zero. */
  isFrozen: z.boolean(),
});
export type AdminUser = z.output<typeof AdminUser>;

/** Numbers of removed items. */
export const Cleared = z.extend(Success, {
  cleared: z.object({
    users: z.number(),
    robloxAccounts: z.number(),
    wallets: z.number(),
    /** Deposits and withdrawals. */
    walletTransactions: z.number(),
  }),
});
export type Cleared = z.output<typeof Cleared>;

export const Setting = z.object({ key: z.string(), value: z.unknown() });

export const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  /** null: the system. */
  actorId: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  action: z.string(),
  subjectId: z.nullable(z.string()),
  /** Name of the user whom the entry concerns; null when it concerns no user or a deleted one. */
  subject: z.nullable(z.string()),
  /** Title and parties of the trade that the entry concerns; null when it concerns none. */
  trade: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const Search = z.optional(z.string().check(z.maxLength(200)));
const Direction = z.optional(z.enum(['asc', 'desc']));

export const admin = {
  stats: endpoint({
    method: 'GET',
    path: '/api/admin/stats',
    access: 'admin',
    summary: 'Figures of the whole site',
    reply: AdminStats,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'All settings with their present values',
    reply: z.array(Setting),
  }),
  changeSetting: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/{key}',
    access: 'admin',
    summary: 'Change a setting; some need an owner',
    params: z.strictObject({ key: z.string() }),
    body: z.strictObject({ value: z.unknown() }),
    reply: Setting,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Users, newest first; search by name, email, Discord id or id',
    query: z.object({
      ...Paging,
      search: Search,
      sort: z.optional(z.enum(['username', 'role', 'walletBalance', 'joinedAt'])),
      dir: Direction,
    }),
    reply: z.array(AdminUser),
  }),
  editUser: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/{id}',
    access: 'owner',
    summary: 'Edit a user; isBanned: true alone also deletes their data',
    params: ById,
    body: z
      .strictObject({
        role: z.optional(Role),
        isOwner: z.optional(z.boolean()),
        isVerified: z.optional(z.boolean()),
        isBanned: z.optional(z.boolean()),
      })
      .check(z.refine((body) => Object.keys(body).length > 0, 'must change something')),
    reply: z.extend(AdminUser, { deleted: z.boolean() }),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/users/{id}/sessions',
    access: 'admin',
    summary: 'Sign a user out everywhere. Only owners may do this to an owner',
    params: ById,
    reply: z.extend(Success, { ended: z.number() }),
  }),
  emergencyShutdown: endpoint({
    method: 'POST',
    path: '/api/admin/emergency-shutdown',
    access: 'admin',
    summary: 'Stop all movements of money, or lift the stop as an owner',
    body: z.strictObject({ enabled: z._default(z.boolean(), true) }),
    reply: z.extend(Success, { enabled: z.boolean() }),
  }),
  clearRateLimits: endpoint({
    method: 'POST',
    path: '/api/admin/clear-rate-limits',
    access: 'owner',
    summary: 'Reset the write counts of the rate limits',
    reply: z.extend(Success, { cleared: z.number() }),
  }),
  cleanDatabase: endpoint({
    method: 'POST',
    path: '/api/admin/clean-database',
    access: 'owner',
    summary: 'Remove all users except owners, with all their data',
    body: z.strictObject({ confirm: z.literal('CLEAN', { error: 'must be CLEAN' }) }),
    reply: Cleared,
  }),
  clearTestBalances: endpoint({
    method: 'POST',
    path: '/api/admin/clear-test-balances',
    access: 'owner',
    summary: 'Remove all users except owners, with all their data, and answer the numbers',
    body: z.strictObject({ confirm: z.optional(z.literal('CLEAR', { error: 'must be CLEAR' })) }),
    reply: Cleared,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/admin/corrections',
    access: 'owner',
    summary: 'Move money between the house and a wallet, with a reason',
    idempotent: true,
    duringStop: true,
    body: z.strictObject({
      userId: Id,
      walletType: WalletTypeIn,
      /** Dollars. Positive: to the wallet. Negative: from the wallet. */
      amount: DollarsIn,
      reason: z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(500)),
    }),
    status: 201,
    reply: z.extend(Success, { balance: Dollars }),
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'Audit entries, newest first',
    query: z.object({
      ...Paging,
      actor: z.optional(Id),
      action: Search,
      from: Moment,
      to: Moment,
      search: Search,
    }),
    reply: z.array(AuditEntry),
  }),
};
