import { centsOfLitoshi } from '@sterling/contract/money.ts';
import { readSetting } from '../../people/settings/settings.reads.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import type { NamedDifference } from './differences.reads.ts';
import { closeEnded, reportDifferences } from './stops.ts';
import { coveredPercent, readBalanceSheet } from './treasury.reads.ts';

/**
 * Compares the reserves with the owner's limit. Below it, payouts stop until the reserves are filled up or an owner
 * accepts the percentage. Returns the shortage if no owner has accepted it. Without a price nothing changes.
 */
export async function watchReserves(db: Db): Promise<NamedDifference[]> {
  const { percent: floor } = await readSetting(db, 'reserve_floor');
  const covered = floor === null ? null : await readCovered(db);
  if (floor !== null && covered === null) return [];
  const isLow = floor !== null && covered !== null && covered < floor;
  return inTransaction(db, async (tx) => {
    const left = await reportDifferences(tx, 'low_reserves', isLow ? [shortage(covered, floor)] : []);
    if (!isLow) await closeEnded(tx, 'low_reserves');
    return left;
  });
}

/** Whole percents, so that a moving price does not open a review with every change. */
function shortage(covered: number, floor: number): NamedDifference {
  const percent = Math.floor(covered);
  return {
    subject: `under ${floor}%`,
    amount: floor - percent,
    text: toStore(WITH_VALUES.lowReserves, { covered: percent, limit: floor }),
  };
}

/** How many percent of what is owed the coins cover. Infinite when nothing is owed; null without a price. */
async function readCovered(db: Db): Promise<number | null> {
  const [{ covering, owed }, price] = await Promise.all([readBalanceSheet(db), freshPrice(db)]);
  if (owed <= 0) return Number.POSITIVE_INFINITY;
  return coveredPercent(price && centsOfLitoshi(covering, price.price), owed);
}
