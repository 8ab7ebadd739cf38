import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Direction, Dollars, Paging, Search, Time } from './fields.ts';

/** Buyers have purchase (of a listing), robux_purchase and deposit. Sellers have sale, robux_sale and withdrawal. */
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
  /** Id of the trade, order, deposit or withdrawal. */
  id: z.string(),
  type: HistoryType,
  /** Title of the listing, name of the gamepass, or a description of the transfer. */
  description: z.string(),
  /** Positive dollars that this side pays or gets. A sale is net of the marketplace fee; a withdrawal excludes its fees. */
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
      /** Only entries of this side; both sides by default. */
      role: z.optional(z.enum(['buyer', 'seller'])),
      /** One type; 'sales' means sale and robux_sale. */
      type: z.optional(z.enum([...HistoryType.options, 'sales'])),
      /** Searches type, description, amount and status. */
      search: Search,
      sort: z.optional(z.enum(['createdAt', 'type', 'description', 'amount', 'quantity', 'status'])),
      dir: Direction,
    }),
    reply: z.array(HistoryEntry),
  }),
};
