import { cents, type Rate, robux } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { newId, type Tx } from '../../../platform/db/pool.ts';
import { refuse } from '../../../refusal.ts';
import {
  type AutomaticStock,
  automaticStock,
  reserveOf,
} from '../../../supply/roblox-accounts/split-stock.ts';
import { releaseStock, type StockWanted } from '../../../supply/roblox-accounts/stock.ts';
import { insertOrder, JOB_LOST_AFTER, type PassToBuy } from '../placing/order-row.ts';
import { type Part, planParts, pricesOfParts } from './split.rules.ts';

export interface SplitOrder {
  readonly buyerId: string;
  readonly pass: PassToBuy;
  readonly wanted: StockWanted;
}

export interface PlacedParts {
  /** The id of the split order, which the buyer knows. It is also the id of the last part. */
  readonly id: string;
  /** The part that is bought first. */
  readonly firstId: string;
  /** The seller of the first part. */
  readonly sellerId: string;
  readonly rateCents: Rate;
}

/**
 * Splits an order over several automatic accounts at the cheapest single rate that can fill it: reserves their stock and
 * writes a part for each. The parts are bought one after the other. Refuses with out_of_stock or pass_in_use.
 */
export async function placeParts(tx: Tx, { buyerId, pass, wanted }: SplitOrder): Promise<PlacedParts> {
  const parts = await reserveParts(tx, wanted);
  const { rateCents, sellerId } = parts[0]!.stock;
  const amounts = parts.map(({ robuxAmount }) => robuxAmount);
  const prices = pricesOfParts(amounts, rateCents, { robux: robux(0), cents: cents(0) });
  const whole = await newId(tx);
  const rows = parts.map(({ stock, robuxAmount }, index) => ({
    ...(index === parts.length - 1 ? { id: whole, setsPrice: true } : { setsPrice: false }),
    buyerId,
    accountId: stock.id,
    sellerId: stock.sellerId,
    robuxAmount,
    rateCents,
    maxRateCents: rateCents,
    totalCents: prices[index]!,
    splitId: whole,
    part: index + 1,
    nextCheckAt: index === 0 ? JOB_LOST_AFTER : UNTIL_ITS_TURN,
  }));
  let firstId = whole;
  for (const row of rows.reverse()) firstId = await insertOrder(tx, pass, row);
  return { id: whole, firstId, sellerId, rateCents };
}

/** The end of a part starts the next one. This check restarts a part whose start was lost. */
const UNTIL_ITS_TURN = sql<Date>`now() + interval '1 minute'`;
const MAX_PLANS = 20;

/** Plans with the current stock, and plans again if an account changed meanwhile. Locks accounts in the order of their ids. */
async function reserveParts(tx: Tx, wanted: StockWanted): Promise<readonly Part<AutomaticStock>[]> {
  for (let plans = 0; plans < MAX_PLANS; plans += 1) {
    const parts = planParts(wanted.robuxAmount, await automaticStock(tx, wanted));
    if (!parts) return refuse('out_of_stock');
    const taken: Part<AutomaticStock>[] = [];
    for (const part of parts.toSorted((a, b) => (a.stock.id < b.stock.id ? -1 : 1))) {
      if (!(await reserveOf(tx, part.stock, part.robuxAmount))) break;
      taken.push(part);
    }
    if (taken.length === parts.length) return parts;
    for (const { stock, robuxAmount } of taken) await releaseStock(tx, stock.id, robuxAmount);
  }
  return refuse('out_of_stock');
}
