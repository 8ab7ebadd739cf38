import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Direction, Dollars, FileReply, Moment, Paging, Search, Side, Time } from './fields.ts';

export const HistoryType = z.enum([
  'purchase',
  'robux_purchase',
  'deposit',
  'sale',
  'robux_sale',
  'withdrawal',
  'correction',
  'late_purchase',
  'affiliate_share',
]);
export type HistoryType = z.output<typeof HistoryType>;

export const HistoryStatus = z.enum([
  'pending',
  'processing',
  'completed',
  'cancelled',
  'failed',
  'reversed',
]);
export type HistoryStatus = z.output<typeof HistoryStatus>;

export const HistoryEntry = z.object({
  /** Id of the trade, order, deposit, withdrawal, correction, late purchase or affiliate share. */
  id: z.string(),
  type: HistoryType,
  /** Title of the listing, name of the gamepass, or what happened. */
  description: z.string(),
  /** Positive dollars that this side pays or gets. A sale is net of the marketplace fee; a withdrawal excludes its fees. */
  amount: Dollars,
  /** Whether the money comes into the wallet of this side or leaves it. */
  direction: z.enum(['in', 'out']),
  /** Robux of an order, units of a listing; null for all others. */
  quantity: z.nullable(z.number()),
  status: HistoryStatus,
  /** Fees on top of a withdrawal. 0 for all other entries. */
  fee: Dollars,
  /** Posted dollars of the side's wallet right after this was booked. Null while it is not booked, or was taken back. */
  balanceAfter: z.nullable(Dollars),
  createdAt: Time,
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/** The sides of a user whose history has entries of each type. */
export const HISTORY_SIDES: Readonly<Record<HistoryType, readonly Side[]>> = {
  purchase: ['buyer'],
  robux_purchase: ['buyer'],
  deposit: ['buyer'],
  sale: ['seller'],
  robux_sale: ['seller'],
  withdrawal: ['seller'],
  // staff moved money between Sterling and a wallet
  correction: ['buyer', 'seller'],
  // Sterling paid for a purchase by hand that Roblox showed after the order had moved on
  late_purchase: ['seller'],
  // a share of a fee of a referred user
  affiliate_share: ['seller'],
};

const HistoryFilter = {
  /** Only entries of this side; both sides by default. */
  role: z.optional(Side),
  /** One type; 'sales' means sale and robux_sale. */
  type: z.optional(z.enum([...HistoryType.options, 'sales'])),
  status: z.optional(HistoryStatus),
  from: Moment,
  /** Exclusive. */
  to: Moment,
  /** Searches type, description, amount, status and id. */
  search: Search,
};

export const history = {
  list: endpoint({
    method: 'GET',
    path: '/api/history',
    access: 'signed-in',
    scope: 'read',
    summary:
      'Own trades, Robux orders, deposits, withdrawals, corrections and affiliate shares in one list, newest first',
    query: z.object({
      ...Paging,
      ...HistoryFilter,
      sort: z.optional(z.enum(['createdAt', 'type', 'description', 'amount', 'quantity', 'status'])),
      dir: Direction,
    }),
    reply: z.array(HistoryEntry),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/history.csv',
    access: 'signed-in',
    scope: 'read',
    summary: 'The own history as CSV, newest first',
    query: z.object(HistoryFilter),
    reply: FileReply,
  }),
};
