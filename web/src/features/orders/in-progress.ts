import type { RobuxOrder } from '@sterling/contract/orders.ts';

/** Whether an order can still change. Separate from the timeline, which only open orders load. */
export const isInProgress = ({ status }: Pick<RobuxOrder, 'status'>): boolean =>
  status === 'pending' || status === 'processing';
