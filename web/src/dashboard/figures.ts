import { parseDecimal } from '@sterling/contract/money.ts';
import type { RobuxOrder } from '@sterling/contract/orders.ts';

export interface OrderFigures {
  /** Robux of completed orders. */
  readonly robux: number;
  /** What completed orders cost, in cents. */
  readonly totalCents: number;
  readonly completed: number;
  readonly pending: number;
  /** Pending plus processing. */
  readonly active: number;
  readonly all: number;
}

/** The dashboards' sums over one person's orders (seed §9, Dashboard metrics). */
export function sumOrders(orders: readonly RobuxOrder[]): OrderFigures {
  const completed = orders.filter(({ status }) => status === 'completed');
  const pending = orders.filter(({ status }) => status === 'pending').length;
  const processing = orders.filter(({ status }) => status === 'processing').length;
  return {
    robux: completed.reduce((sum, order) => sum + (parseDecimal(order.robuxAmount, 0) ?? 0), 0),
    totalCents: completed.reduce((sum, order) => sum + (parseDecimal(order.totalPrice, 2) ?? 0), 0),
    completed: completed.length,
    pending,
    active: pending + processing,
    all: orders.length,
  };
}
