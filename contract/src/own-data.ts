import * as z from 'zod/mini';
import { AffiliateShare, ReferredPerson } from './affiliate.ts';
import { endpoint } from './endpoint.ts';
import { Time } from './fields.ts';
import { Listing } from './listings.ts';
import { Notifications } from './notifications.ts';
import { RobuxOrder } from './orders.ts';
import { PreOrder } from './pre-orders.ts';
import { OwnProxy } from './proxies.ts';
import { RobloxAccount } from './roblox-accounts.ts';
import { Session } from './sessions.ts';
import { Transaction } from './transactions.ts';
import { User } from './users.ts';
import { Wallet, WalletTransaction } from './wallet.ts';

/** All that is kept about a person, without secrets: what is sealed is not read, let alone answered. */
export const OwnData = z.object({
  exportedAt: Time,
  user: User,
  sessions: z.array(Session),
  notifications: Notifications,
  wallets: z.array(Wallet),
  /** Every address that was ever given to them. */
  depositAddresses: z.array(z.string()),
  walletTransactions: z.array(WalletTransaction),
  orders: z.array(RobuxOrder),
  sales: z.array(RobuxOrder),
  preOrders: z.array(PreOrder),
  robloxAccounts: z.array(RobloxAccount),
  proxies: z.array(OwnProxy),
  listings: z.array(Listing),
  transactions: z.array(Transaction),
  affiliate: z.object({
    /** Of their link. */
    code: z.string(),
    /** Whether they came by someone else's. */
    wasReferred: z.boolean(),
    people: z.array(ReferredPerson),
    postings: z.array(AffiliateShare),
  }),
  /** What they wrote in trades. */
  messages: z.array(z.object({ transactionId: z.string(), at: Time, text: z.string() })),
});
export type OwnData = z.output<typeof OwnData>;

export const ownData = {
  export: endpoint({
    method: 'GET',
    path: '/api/export',
    access: 'signed-in',
    summary: 'All own data, as a download',
    reply: OwnData,
  }),
};
