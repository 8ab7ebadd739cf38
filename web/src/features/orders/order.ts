import type { RobuxOrder } from '@sterling/contract/orders.ts';

/** Whether an order can still change. Separate from the timeline, which only open orders load. */
export const isInProgress = ({ status }: Pick<RobuxOrder, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

/** The role of the viewer in the trade. */
export type Side = 'buyer' | 'seller';

/** A gamepass that the buyer named in an order. */
export interface RecentPass {
  readonly name: string;
  readonly url: string;
  /** Its price in Robux in the latest of these orders. */
  readonly price: number;
}

const SHOWN = 4;

/** The gamepasses of these orders without repetition, in the order of their latest use. */
export function recentPasses(orders: readonly RobuxOrder[]): RecentPass[] {
  const byUrl = new Map<string, RecentPass>();
  for (const order of orders) {
    const { gamepassUrl: url, gamepassName: name } = order;
    if (!byUrl.has(url)) byUrl.set(url, { name, url, price: amountOrdered(order) });
  }
  return [...byUrl.values()].slice(0, SHOWN);
}

/** The amount that the buyer asked for, even if fewer Robux were bought. */
export const amountOrdered = ({
  robuxAmount,
  requestedRobux,
}: Pick<RobuxOrder, 'robuxAmount' | 'requestedRobux'>): number => Number(requestedRobux ?? robuxAmount);
