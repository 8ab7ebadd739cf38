import { type Db, readClock } from './pool.ts';

/**
 * How many seconds the clock of this process is ahead of the database's; negative when it is behind. Times about money and limits come
 * from the database's clock, so the operator must hear when the two disagree. The time that the question takes is no difference.
 */
export async function clockDifference(db: Db): Promise<number> {
  const before = Date.now();
  const at = (await readClock(db)).getTime();
  const after = Date.now();
  return (Math.max(before - at, 0) + Math.min(after - at, 0)) / 1_000;
}
