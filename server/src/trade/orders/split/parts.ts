import { type Cents, cents, type Rate, type Robux, robux } from '@sterling/contract/money.ts';
import { type Selectable, sql } from 'kysely';
import { resizeHold } from '../../../money/ledger/ledger.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Orders } from '../../../platform/db/types.generated.ts';
import { automaticStock, reserveOf } from '../../../supply/roblox-accounts/split-stock.ts';
import type { ReservedAccount } from '../../../supply/roblox-accounts/stock.ts';
import { pricesOfParts } from './split.rules.ts';

type Order = Pick<Selectable<Orders>, 'id' | 'splitId'>;

/** The id that the buyer knows: the id of the split order, or the order's own id. */
export const wholeId = ({ id, splitId }: Order): string => splitId ?? id;

/** The key of the hold that pays for an order and all its parts (docs/guide/money.md). */
export const orderHoldKey = (order: Order): string => `order ${wholeId(order)}`;

/** Whether other parts of the same split order are open. False for an order that is not split. */
export async function hasOpenParts(db: Db | Tx, { id, splitId }: Order): Promise<boolean> {
  if (splitId === null) return false;
  const other = await db
    .selectFrom('orders')
    .where('splitId', '=', splitId)
    .where('id', '<>', id)
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirst();
  return other !== undefined;
}

/** Makes the next open part of a split order due. */
export async function makeNextPartDue(tx: Tx, { splitId }: Order): Promise<void> {
  if (splitId === null) return;
  const next = tx
    .selectFrom('orders')
    .where('splitId', '=', splitId)
    .where('endedAt', 'is', null)
    .select('id')
    .orderBy('part')
    .limit(1);
  await tx.updateTable('orders').set({ nextCheckAt: sql`now()` }).where('id', '=', next).execute();
}

/**
 * Before a part fails, reprices the other open parts so that the remaining parts cost as much as a single order of their
 * size, and shrinks the hold. Returns the released cents.
 */
export async function repriceOpenParts(tx: Tx, failed: Selectable<Orders>): Promise<Cents> {
  const { open, bought } = await readOtherParts(tx, failed);
  const prices = await priceInTurn(tx, open, failed.rateCents as Rate, bought);
  const still = prices.reduce((total, price) => total + price, 0);
  await resizeHold(tx, orderHoldKey(failed), cents(still));
  return cents(failed.totalCents + sum(open, 'totalCents') - still);
}

/**
 * The cents that an order costs which is being completed. Staff can complete a part before the parts in front of it. Then all open parts are
 * priced again with this one first, so that the bought parts cost as much as a single order of their size even if the others fail.
 */
export async function priceOfBought(tx: Tx, order: Selectable<Orders>): Promise<Cents> {
  if (order.splitId === null) return order.totalCents as Cents;
  const { open, bought } = await readOtherParts(tx, order);
  const [price] = await priceInTurn(tx, [order, ...open], order.rateCents as Rate, bought);
  return price!;
}

type PricedPart = Pick<Selectable<Orders>, 'id' | 'robuxAmount' | 'totalCents'>;

/** The open parts beside this one, in their order, and the sums of the bought ones. */
async function readOtherParts(tx: Tx, { id, splitId }: Order) {
  const parts = await tx
    .selectFrom('orders')
    .where('splitId', '=', splitId)
    .where('id', '<>', id)
    .where('status', '<>', 'failed')
    .select(['id', 'robuxAmount', 'totalCents', 'endedAt'])
    .orderBy('part')
    .execute();
  const bought = parts.filter(({ endedAt }) => endedAt !== null);
  return {
    open: parts.filter(({ endedAt }) => endedAt === null),
    bought: { robux: robux(sum(bought, 'robuxAmount')), cents: cents(sum(bought, 'totalCents')) },
  };
}

const sum = (parts: readonly PricedPart[], of: 'robuxAmount' | 'totalCents'): number =>
  parts.reduce((total, part) => total + part[of], 0);

/** Stores and returns the prices of open parts that are bought in this order. `before`: what the bought parts cost. */
async function priceInTurn(
  tx: Tx,
  open: readonly PricedPart[],
  rateCents: Rate,
  before: Parameters<typeof pricesOfParts>[2],
): Promise<Cents[]> {
  const amounts = open.map(({ robuxAmount }) => robuxAmount as Robux);
  const prices = pricesOfParts(amounts, rateCents, before);
  for (const [index, { id, totalCents }] of open.entries()) {
    if (prices[index] === totalCents) continue;
    await tx.updateTable('orders').set({ totalCents: prices[index]! }).where('id', '=', id).execute();
  }
  return prices;
}

/** Reserves another account for a part: automatic, at exactly the same rate, and not used by another part. Null if there is none. */
export async function reserveForPart(
  tx: Tx,
  { splitId, buyerId, passId, rateCents, robuxAmount, excludedAccounts }: Selectable<Orders>,
): Promise<ReservedAccount | null> {
  const others = await tx.selectFrom('orders').where('splitId', '=', splitId).select('accountId').execute();
  const stock = await automaticStock(tx, {
    maxRateCents: rateCents as Rate,
    notOwnedBy: buyerId,
    passId: String(passId),
    exclude: [...excludedAccounts, ...others.map(({ accountId }) => accountId)],
  });
  for (const one of stock) {
    if (one.rateCents !== rateCents || one.robux < robuxAmount) continue;
    if (await reserveOf(tx, one, robuxAmount as Robux)) return one;
  }
  return null;
}
