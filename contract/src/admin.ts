import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Dollars, DollarsIn, Id, Paging, Success, Time, WalletTypeIn } from './fields.ts';
import { Role, User } from './users.ts';

/** and what stands in the places of its hard-coded changes. Days are UTC. */
export const AdminStats = z.object({
  /** Not deleted. */
  totalUsers: z.number(),
  newUsersToday: z.number(),
  /** Since Monday. */
  newUsersThisWeek: z.number(),
  /** What the house earned: fees, less what was given on. */
  totalRevenue: Dollars,
  todayRevenue: Dollars,
  /** Percent against all of yesterday; null when yesterday had none. */
  revenueChange: z.nullable(z.number()),
  activeListings: z.number(),
  pendingListings: z.number(),
  /** What the house owes to people, money that is held included. */
  totalWalletBalance: Dollars,
  /** Dollars of withdrawals that are neither confirmed nor failed. */
  pendingWithdrawals: Dollars,
  /** Robux orders and listing trades. */
  totalTransactions: z.number(),
  dailyTransactions: z.number(),
  transactionsChange: z.nullable(z.number()),
  /** People about whom someone has to decide. */
  flaggedUsers: z.number(),
  /** Percent of the last 30 days' minutes in which the service answered; null before the first. */
  uptime: z.nullable(z.number()),
});
export type AdminStats = z.output<typeof AdminStats>;

/** A person as staff sees them: with what both their wallets hold. */
export const AdminUser = z.extend(User, {
  buyerBalance: Dollars,
  sellerBalance: Dollars,
  /** A reversed deposit has taken a wallet below zero. */
  isFrozen: z.boolean(),
});
export type AdminUser = z.output<typeof AdminUser>;

/** How much was removed. */
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
  /** null: the system itself. */
  actorId: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  action: z.string(),
  subjectId: z.nullable(z.string()),
  /** Name of whom it is about; null: it is about something, or about someone who is gone. */
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const Search = z.optional(z.string().check(z.maxLength(200)));
const Direction = z.optional(z.enum(['asc', 'desc']));
const Moment = z.optional(
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'must be an ISO 8601 date or time' }),
);

export const admin = {
  stats: endpoint({
    method: 'GET',
    path: '/api/admin/stats',
    access: 'admin',
    summary: 'Figures of the whole platform',
    reply: AdminStats,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'Every setting as it stands',
    reply: z.array(Setting),
  }),
  changeSetting: endpoint({
    method: 'PUT',
    path: '/api/admin/settings/{key}',
    access: 'admin',
    summary: "Change a setting; some are the owner's",
    params: z.strictObject({ key: z.string() }),
    body: z.strictObject({ value: z.unknown() }),
    reply: Setting,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'People, newest first; searched by name, email, Discord id or id',
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
    summary: 'Edit a person; isBanned: true alone is the ban that deletes',
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
  emergencyShutdown: endpoint({
    method: 'POST',
    path: '/api/admin/emergency-shutdown',
    access: 'admin',
    summary: 'Stop every movement of money, or, as an owner, lift the stop',
    body: z.strictObject({ enabled: z._default(z.boolean(), true) }),
    reply: z.extend(Success, { enabled: z.boolean() }),
  }),
  clearRateLimits: endpoint({
    method: 'POST',
    path: '/api/admin/clear-rate-limits',
    access: 'owner',
    summary: 'Forget the writes that the limits have counted',
    reply: z.extend(Success, { cleared: z.number() }),
  }),
  cleanDatabase: endpoint({
    method: 'POST',
    path: '/api/admin/clean-database',
    access: 'owner',
    summary: 'Remove everybody but owners with all that is theirs',
    body: z.strictObject({ confirm: z.literal('CLEAN', { error: 'must be CLEAN' }) }),
    reply: Cleared,
  }),
  clearTestBalances: endpoint({
    method: 'POST',
    path: '/api/admin/clear-test-balances',
    access: 'owner',
    summary: 'Remove everybody but owners with all that is theirs, and say how much that was',
    body: z.strictObject({ confirm: z.optional(z.literal('CLEAR', { error: 'must be CLEAR' })) }),
    reply: Cleared,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/admin/corrections',
    access: 'owner',
    summary: 'Move money between the house and a wallet, for a reason',
    idempotent: true,
    body: z.strictObject({
      userId: Id,
      walletType: WalletTypeIn,
      /** Dollars given; below zero: taken. */
      amount: DollarsIn,
      reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(500)),
    }),
    status: 201,
    reply: z.extend(Success, { balance: Dollars }),
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'What staff did, newest first',
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
