import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../src/platform/db/pool.ts';

/** A buyer's credited money. */
export interface Money {
  /** The buyer's credited deposits that are settled in the present chain. */
  readonly settled: number;
  readonly spentOfSettled: number;
  readonly waiting: number;
  readonly oldestFirst: boolean;
}

/** A buyer's deposits and the payments from them, computed from deposits, chain, spends and the depth at which each settles. */
export async function moneyOf(db: Db, buyer: string): Promise<Money> {
  const { rows } = await sql<{ cents: number; isSettled: boolean; status: string; spent: number }>`
    select d.cents, d.status, coalesce((select sum(s.cents) from settlement_spends s where s.deposit_id = d.id), 0)::bigint as spent,
      d.status = 'credited' and (select max(height) from chain_blocks) - d.height + 1 >= l.settles_at as is_settled
    from deposits d left join settlement_lots l on l.deposit_id = d.id where d.user_id = ${buyer} and d.cents is not null order by d.id`.execute(
    db,
  );
  const settled = rows.filter(({ isSettled }) => isSettled);
  const unsettled = rows.filter(({ status, isSettled }) => status === 'credited' && !isSettled);
  const lastSpent = unsettled.findLastIndex(({ spent }) => spent > 0);
  const sum = (of: typeof rows, field: 'cents' | 'spent') => of.reduce((total, row) => total + row[field], 0);
  return {
    settled: sum(settled, 'cents'),
    spentOfSettled: sum(settled, 'spent'),
    waiting: sum(rows, 'spent') - sum(settled, 'spent'),
    oldestFirst: unsettled
      .slice(0, Math.max(0, lastSpent))
      .every(({ spent, cents: whole }) => spent === whole),
  };
}

/**
 * Whatever the sizes of a buyer's deposits, a reorganisation of fewer than 12 blocks takes back less than $100 of what is
 * settled, and one of fewer than 24 blocks less than $1,000. One of fewer than 6 blocks takes back nothing.
 */
export async function checkTiers(db: Db, buyer: string, when: string): Promise<void> {
  const { rows } = await sql<{ cents: number; depth: number }>`
    select l.cents, (select max(height) from chain_blocks) - d.height + 1 as depth from settlement_lots l
    join deposits d on d.id = l.deposit_id where d.user_id = ${buyer} and l.state = 'settled'`.execute(db);
  const reversible = (blocks: number) =>
    rows.filter(({ depth }) => depth <= blocks).reduce((total, row) => total + row.cents, 0);
  expect(reversible(5), when).toBe(0);
  expect(reversible(11), when).toBeLessThan(10_000);
  expect(reversible(23), when).toBeLessThan(100_000);
}
