import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  Direction,
  Dollars,
  DollarsPerLtc,
  FileReply,
  Ltc,
  Moment,
  Paging,
  Search,
  Side,
  Time,
  WalletTypeIn,
} from './fields.ts';
import type { Role } from './users.ts';

/** Deposit addresses of a person that were never paid. Each is watched forever, so more of them are refused. */
export const MAX_UNPAID_ADDRESSES = 20;

/** The side of a role, and so its wallet: staff use what sellers use. */
export const sideOf = (role: Role): Side => (role === 'buyer' ? 'buyer' : 'seller');

export const Wallet = z.object({
  id: z.string(),
  userId: z.string(),
  walletType: Side,
  /** Posted less held dollars. Same as `available`. */
  balance: Dollars,
  available: Dollars,
  /** Dollars that can be withdrawn now; 0 for a buyer wallet. */
  withdrawable: Dollars,
  held: Dollars,
  ltcAddress: z.nullable(z.string()),
  totalDeposits: Dollars,
  totalWithdrawals: Dollars,
  transactionCount: z.number(),
  /** LTC of mined deposits that wait, because they are together below the minimum. 0 for a seller wallet. */
  belowMinimum: Ltc,
  minimumDeposit: Dollars,
  minimumWithdrawal: Dollars,
  frozen: z.boolean(),
  /** Why deposits are not credited and withdrawals not sent at the moment: the Litecoin network, or no current price. */
  outage: z.optional(z.enum(['litecoin', 'price'])),
  /** How much a new buyer may buy: nothing before `from`, and the dollars that are left today (UTC). Missing without a limit. */
  buyingLimit: z.optional(z.object({ from: z.nullable(Time), leftToday: z.nullable(Dollars) })),
});
export type Wallet = z.output<typeof Wallet>;

export const WalletStatus = z.enum(['pending', 'completed', 'cancelled', 'failed', 'reversed']);
export type WalletStatus = z.output<typeof WalletStatus>;

export const WalletTransaction = z.object({
  id: z.string(),
  type: z.enum(['deposit', 'withdrawal']),
  /** Positive dollars. For a deposit that is not credited yet: its value at the present price (0 without a price). */
  amount: Dollars,
  ltcAmount: Ltc,
  ltcAddress: z.string(),
  address: z.string(),
  status: WalletStatus,
  txid: z.nullable(z.string()),
  confirmations: z.number(),
  requiredConfirmations: z.number(),
  fee: Dollars,
  /** Why it is still pending or has failed, as text for users. */
  reason: z.nullable(z.string()),
  /** The end of the wait of a withdrawal to a new address. Missing without one, or while staff decide. */
  sendAfter: z.optional(Time),
  /** Dollars per LTC that the amounts were converted at. Null for a deposit that is not credited yet. */
  price: z.nullable(DollarsPerLtc),
  /** Block of the transaction. Null while it is in none. */
  blockHeight: z.nullable(z.number()),
  /** Posted dollars of the wallet right after this was booked. Null while it is not booked, or was taken back. */
  balanceAfter: z.nullable(Dollars),
  createdAt: Time,
});
export type WalletTransaction = z.output<typeof WalletTransaction>;

/** A deposit or withdrawal of any user, as staff sees it. */
export const FoundTransfer = z.extend(WalletTransaction, { userId: z.string(), username: z.string() });
export type FoundTransfer = z.output<typeof FoundTransfer>;

const OfType = z.strictObject({ walletType: WalletTypeIn });
const AddressReply = z.object({ success: z.literal(true), wallet: z.object({ ltcAddress: z.string() }) });
const WhichWallet = { type: z.optional(WalletTypeIn), walletType: z.optional(WalletTypeIn) };
/** Shorter searches of transfers look at no transaction ids: they would find parts of most of them. */
export const MIN_TXID_SEARCH = 8;

const WalletFilter = {
  search: Search,
  status: z.optional(WalletStatus),
  from: Moment,
  /** Exclusive. */
  to: Moment,
};

export const wallet = {
  read: endpoint({
    method: 'GET',
    path: '/api/wallet',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'An own wallet; the wallet of the present role by default',
    query: z.object(WhichWallet),
    reply: Wallet,
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/api/wallet/transactions',
    access: 'signed-in',
    scope: 'read',
    polled: true,
    summary: 'Deposits and withdrawals of an own wallet, newest first',
    query: z.object({
      ...WhichWallet,
      ...Paging,
      ...WalletFilter,
      sort: z.optional(z.enum(['createdAt', 'amount', 'ltcAmount', 'type', 'status'])),
      dir: Direction,
    }),
    reply: z.array(WalletTransaction),
  }),
  transaction: endpoint({
    method: 'GET',
    path: '/api/wallet/transactions/{id}',
    access: 'signed-in',
    scope: 'read',
    summary: 'One own deposit or withdrawal',
    params: ById,
    reply: WalletTransaction,
  }),
  findTransfers: endpoint({
    method: 'GET',
    path: '/api/admin/transfers',
    access: 'admin',
    summary: 'Deposits and withdrawals of all users by id or by the start of a transaction id, at most five',
    query: z.object({ search: z.string().check(z.maxLength(200)) }),
    reply: z.array(FoundTransfer),
  }),
  readTransfer: endpoint({
    method: 'GET',
    path: '/api/admin/transfers/{id}',
    access: 'admin',
    summary: 'One deposit or withdrawal of any user',
    params: ById,
    reply: FoundTransfer,
  }),
  transactionsCsv: endpoint({
    method: 'GET',
    path: '/api/wallet/transactions.csv',
    access: 'signed-in',
    scope: 'read',
    summary: 'Deposits and withdrawals of an own wallet as CSV, newest first',
    query: z.object({ ...WhichWallet, ...WalletFilter }),
    reply: FileReply,
  }),
  ltcPrice: endpoint({
    method: 'GET',
    path: '/api/wallet/ltc-price',
    access: 'signed-in',
    scope: 'read',
    summary: 'Dollars per LTC: the median of the live sources',
    reply: z.object({
      price: DollarsPerLtc,
      asOf: Time,
      sources: z.array(z.object({ name: z.string(), price: DollarsPerLtc })),
    }),
  }),
  regenerateKeys: endpoint({
    method: 'POST',
    path: '/api/wallet/regenerate-keys',
    access: 'buyer',
    summary: `Create a new deposit address, up to ${MAX_UNPAID_ADDRESSES} that were never paid; payments to old ones are still credited`,
    body: OfType,
    reply: AddressReply,
    perMinute: 20,
  }),
  generateAddress: endpoint({
    method: 'POST',
    path: '/api/wallet/generate-address',
    access: 'buyer',
    scope: 'trade',
    summary: 'The present deposit address, created if there is none',
    body: OfType,
    reply: AddressReply,
  }),
  checkDeposits: endpoint({
    method: 'POST',
    path: '/api/wallet/check-deposits',
    access: 'buyer',
    scope: 'trade',
    summary: 'Check the chain now and credit due deposits',
    body: OfType,
    reply: z.object({
      success: z.literal(true),
      /** LTC credited in the last 24 hours and not answered before, 0 if none. */
      amount: Ltc,
      usdValue: Dollars,
      message: z.string(),
    }),
    unguarded: true,
    perMinute: 20,
  }),
};
