import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  Direction,
  Dollars,
  DollarsIn,
  FileReply,
  Id,
  Moment,
  Paging,
  Reason,
  Search,
  Success,
  Time,
  WalletTypeIn,
} from './fields.ts';
import { t } from './texts.ts';
import { PersonState, Role, User, UserFlags } from './users.ts';

/** The figures of the owner panel. Days are UTC. */
export const AdminStats = z.object({
  /** Without deleted users. */
  totalUsers: z.number(),
  newUsersToday: z.number(),
  /** Since Monday. */
  newUsersThisWeek: z.number(),
  /** Fees that the house earned, before affiliate shares and other costs. */
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
  hasFactor: z.boolean(),
  /** When staff will have removed the second factors; null without a reset that waits. */
  factorResetDueAt: z.nullable(Time),
  /** Roblox accounts that the user may not add again, because of a report or a decision of staff. */
  excludedAccounts: z.number(),
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

const Setting = z.object({ key: z.string(), value: z.unknown() });

export const AuditEntry = z.object({
  id: z.string(),
  at: Time,
  /** null: the system. */
  actorId: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  action: z.string(),
  subjectId: z.nullable(z.string()),
  /** Name of the user whom the entry concerns; null when it concerns no user. */
  subject: z.nullable(z.string()),
  /** Title and parties of the trade that the entry concerns; null when it concerns none. */
  trade: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  ip: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const PeopleFilter = {
  /** Searches name, email, Discord id and id. */
  search: Search,
  role: z.optional(Role),
  state: z.optional(PersonState),
  /** When they joined. */
  from: Moment,
  /** Exclusive. */
  to: Moment,
};

const AuditFilter = {
  actor: z.optional(Id),
  action: Search,
  from: Moment,
  /** Exclusive. */
  to: Moment,
  search: Search,
};

/** Every wallet is emptied into the house. */
const ERASING = { access: 'owner', stepUp: 'always', movesMoney: true } as const;

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
    summary: 'Change a setting, if `before` is not given or still its value; some need an owner',
    stepUp: 'always',
    params: z.strictObject({ key: z.string() }),
    body: z.strictObject({ value: z.unknown(), before: z.optional(z.unknown()) }),
    reply: Setting,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'Users, newest first; search by name, email, Discord id or id',
    query: z.object({
      ...Paging,
      ...PeopleFilter,
      sort: z.optional(z.enum(['username', 'role', 'walletBalance', 'joinedAt'])),
      dir: Direction,
    }),
    reply: z.array(AdminUser),
  }),
  usersCsv: endpoint({
    method: 'GET',
    path: '/api/admin/users.csv',
    access: 'admin',
    summary: 'Users as CSV, newest first; recorded in the audit log',
    query: z.object(PeopleFilter),
    reply: FileReply,
  }),
  editUser: endpoint({
    method: 'PATCH',
    path: '/api/admin/users/{id}',
    access: 'owner',
    summary: 'Edit what differs from `before`; isBanned: true alone also deletes the data of the user',
    stepUp: 'always',
    params: ById,
    body: z
      .extend(z.partial(UserFlags), {
        /** What the editor saw. Someone else may have changed it since then. */
        before: z.optional(UserFlags),
      })
      .check(z.refine(({ before: _, ...rest }) => Object.keys(rest).length > 0, t('must change something'))),
    reply: z.extend(AdminUser, { deleted: z.boolean() }),
  }),
  emergencyShutdown: endpoint({
    method: 'POST',
    path: '/api/admin/emergency-shutdown',
    access: 'admin',
    summary: 'Stop all movements of money, or lift the stop as an owner',
    protects: true,
    stepUp: 'always',
    body: z.strictObject({ enabled: z._default(z.boolean(), true) }),
    reply: z.extend(Success, { enabled: z.boolean() }),
  }),
  clearRateLimits: endpoint({
    method: 'POST',
    path: '/api/admin/clear-rate-limits',
    access: 'owner',
    summary: 'Reset the write counts of the rate limits',
    stepUp: 'always',
    reply: z.extend(Success, { cleared: z.number() }),
  }),
  cleanDatabase: endpoint({
    method: 'POST',
    path: '/api/admin/clean-database',
    summary: 'Remove all users except owners, with all their data',
    ...ERASING,
    body: z.strictObject({ confirm: z.literal('CLEAN', { error: t('must be CLEAN') }) }),
    reply: Cleared,
  }),
  clearTestBalances: endpoint({
    method: 'POST',
    path: '/api/admin/clear-test-balances',
    summary: 'Remove all users except owners, with all their data, and answer the numbers',
    ...ERASING,
    body: z.strictObject({ confirm: z.optional(z.literal('CLEAR', { error: t('must be CLEAR') })) }),
    reply: Cleared,
  }),
  correct: endpoint({
    method: 'POST',
    path: '/api/admin/corrections',
    access: 'owner',
    summary: 'Move dollars from the house to a wallet, or back if the amount is negative, with a reason',
    stepUp: 'always',
    idempotent: true,
    movesMoney: true,
    duringStop: true,
    body: z.strictObject({
      userId: Id,
      walletType: WalletTypeIn,
      amount: DollarsIn,
      reason: Reason,
    }),
    status: 201,
    /** `waiting`: nothing was moved yet, because a second member of the staff has to approve it. */
    reply: z.extend(Success, { balance: Dollars, waiting: z.boolean() }),
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'Audit entries, newest first',
    query: z.object({ ...Paging, ...AuditFilter }),
    reply: z.array(AuditEntry),
  }),
  auditCsv: endpoint({
    method: 'GET',
    path: '/api/admin/audit.csv',
    access: 'admin',
    summary: 'Audit entries as CSV, newest first; recorded in the audit log',
    query: z.object(AuditFilter),
    reply: FileReply,
  }),
};
