import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Direction, Dollars, Paging, Search, Time } from './fields.ts';

/** A buyer's: purchase (of a listing), robux_purchase, deposit; a seller's: sale, robux_sale, withdrawal. */
export const HistoryType = z.enum([
  'purchase',
  'robux_purchase',
  'deposit',
  'sale',
  'robux_sale',
  'withdrawal',
]);
export type HistoryType = z.output<typeof HistoryType>;

export const HistoryEntry = z.object({
  /** Of the trade, order, deposit or withdrawal. */
  id: z.string(),
  type: HistoryType,
  /** The listing's title, the gamepass's name, or what moved. */
  description: z.string(),
  /** Dollars, positive: what this side pays or gets. A sale is net of the marketplace fee, a withdrawal without its fees. */
  amount: Dollars,
  /** Robux of an order, units of a listing; null for deposits and withdrawals. */
  quantity: z.nullable(z.number()),
  status: z.enum(['pending', 'processing', 'completed', 'cancelled', 'failed', 'reversed']),
  createdAt: Time,
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const history = {
  list: endpoint({
    method: 'GET',
    path: '/api/history',
    access: 'signed-in',
    summary: 'Own trades, Robux orders, deposits and withdrawals in one list, newest first',
    query: z.object({
      ...Paging,
      /** Only what was done as this side; without it both. */
      role: z.optional(z.enum(['buyer', 'seller'])),
      /** One kind; 'sales' are those of listings and of Robux together. */
      type: z.optional(z.enum([...HistoryType.options, 'sales'])),
      /** Looked for in type, description, amount and status. */
      search: Search,
      sort: z.optional(z.enum(['createdAt', 'type', 'description', 'amount', 'quantity', 'status'])),
      dir: Direction,
    }),
    reply: z.array(HistoryEntry),
  }),
};
