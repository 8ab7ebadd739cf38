import * as z from 'zod/mini';
import { HealthEvent, StockAlert } from './account-history.ts';
import { AccountImport } from './account-imports.ts';
import { AffiliateShare, ReferredPerson } from './affiliate.ts';
import { ApiCredential } from './api-credentials.ts';
import { endpoint } from './endpoint.ts';
import { Factor } from './factors.ts';
import { Dollars, Side, Success, Time } from './fields.ts';
import { InboxEntry } from './inbox.ts';
import { Listing } from './listings.ts';
import { Notifications } from './notifications.ts';
import { RobuxOrder } from './orders.ts';
import { PreOrder } from './pre-orders.ts';
import { PriceAlert } from './price-alerts.ts';
import { PriceChange, PriceRule } from './price-rules.ts';
import { OwnProxy } from './proxies.ts';
import { RobloxAccount } from './roblox-accounts.ts';
import { Session } from './sessions.ts';
import { StandingOrder } from './standing-orders.ts';
import { Transaction } from './transactions.ts';
import { LanguageIn, User } from './users.ts';
import { Wallet, WalletTransaction } from './wallet.ts';
import { Webhook } from './webhooks.ts';
import { WithdrawalAddresses } from './withdrawal-addresses.ts';

/** All data stored about a user, except sealed secrets. */
export const OwnData = z.object({
  exportedAt: Time,
  user: User,
  language: z.nullable(LanguageIn),
  /** What was kept of an account that the user deleted. Null if there was none. */
  earlierAccount: z.nullable(
    z.object({
      deletedAt: Time,
      firstTradeAt: z.nullable(Time),
      /** Ids of Roblox accounts that reports or staff took from the earlier account. */
      disputedUserIds: z.array(z.number()),
    }),
  ),
  sessions: z.array(Session),
  notifications: Notifications,
  webhooks: z.array(Webhook),
  inbox: z.array(InboxEntry),
  wallets: z.array(Wallet),
  /** All deposit addresses that the user ever had. */
  depositAddresses: z.array(z.string()),
  withdrawalAddresses: WithdrawalAddresses,
  factors: z.array(Factor),
  apiCredentials: z.array(ApiCredential),
  walletTransactions: z.array(WalletTransaction),
  /** Everything that was booked on the wallets, oldest first, such as orders, trades and corrections. */
  walletPostings: z.array(
    z.object({
      walletType: Side,
      at: Time,
      /** Kind of the event in the ledger, such as `order.completed`. */
      kind: z.string(),
      /** Negative when it left the wallet. */
      amount: Dollars,
      /** The booked balance right after it. */
      balance: Dollars,
    }),
  ),
  /** The user's balance in each kept proof of reserves; `GET /api/reserves/proof` answers the proof. */
  balanceProofs: z.array(z.object({ snapshotId: z.string(), at: Time, cents: z.number() })),
  orders: z.array(RobuxOrder),
  sales: z.array(RobuxOrder),
  preOrders: z.array(PreOrder),
  priceAlerts: z.array(PriceAlert),
  standingOrders: z.array(StandingOrder),
  robloxAccounts: z.array(RobloxAccount),
  /** What happened to the accounts. */
  accountEvents: z.array(z.extend(HealthEvent, { accountId: z.string() })),
  stockAlert: StockAlert,
  accountImports: z.array(AccountImport),
  priceRules: z.array(PriceRule),
  /** What the price rules changed. */
  priceChanges: z.array(PriceChange),
  proxies: z.array(OwnProxy),
  listings: z.array(Listing),
  transactions: z.array(Transaction),
  affiliate: z.object({
    /** Code of the user's referral link. */
    code: z.string(),
    /** Whether another user referred this user. */
    wasReferred: z.boolean(),
    people: z.array(ReferredPerson),
    postings: z.array(AffiliateShare),
  }),
  /** The user's messages in trades. */
  messages: z.array(z.object({ transactionId: z.string(), at: Time, text: z.string() })),
  /** The user's pictures in trades, each with its address. */
  pictures: z.array(z.object({ transactionId: z.string(), at: Time, path: z.string() })),
});
export type OwnData = z.output<typeof OwnData>;

export const ownData = {
  export: endpoint({
    method: 'GET',
    path: '/api/export',
    access: 'signed-in',
    summary: 'All own data, as a download',
    stepUp: 'always',
    reply: OwnData,
  }),
  deleteMe: endpoint({
    method: 'POST',
    path: '/api/reset/delete-me',
    access: 'signed-in',
    summary: 'Delete the own account with all personal data and secrets',
    movesMoney: true,
    stepUp: 'always',
    body: z.optional(
      z.strictObject({
        /** Give up money that cannot be paid out, and deposits below the minimum. */
        forfeit: z.optional(z.boolean()),
      }),
    ),
    reply: Success,
  }),
};
