import { type Litoshi, type LtcPrice, litoshi } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { feeCeiling } from '../withdrawals/coins.rules.ts';
import type { DepositCoin } from './sweep.rules.ts';

export interface SweepRow {
  readonly id: string;
  readonly state: 'requested' | 'nothing' | 'signed';
  readonly txid: string | null;
  readonly litoshi: Litoshi;
}

/** The sweep that waits to be signed or mined. Null when the next one may start. */
export async function sweepInProgress(db: Db | Tx): Promise<SweepRow | null> {
  const row = await db
    .selectFrom('sweeps as s')
    .leftJoin('ownTransactions as t', 't.txid', 's.txid')
    .where((where) =>
      where.or([
        where('s.state', '=', 'requested'),
        where.and([
          where('s.state', '=', 'signed'),
          where('t.minedHeight', 'is', null),
          where('t.facts', 'is', null),
          where('t.givenUpAt', 'is', null),
        ]),
      ]),
    )
    .orderBy('s.createdAt', 'desc')
    .select(['s.id', 's.state', 's.txid', 's.litoshi'])
    .limit(1)
    .executeTakeFirst();
  return (row as SweepRow | undefined) ?? null;
}

/** Reads one sweep. */
export async function readSweep(db: Db, id: string): Promise<SweepRow> {
  const row = await db
    .selectFrom('sweeps')
    .where('id', '=', id)
    .select(['id', 'state', 'txid', 'litoshi'])
    .executeTakeFirstOrThrow();
  return row as SweepRow;
}

/** A deposit's coin with the path of its key. */
export interface SweepCoin extends DepositCoin {
  readonly script: Buffer;
  readonly account: 'deposit';
  readonly branch: number;
  readonly index: number;
}

const MAX_COINS_READ = 1_000;

/**
 * Mined, unspent and unreserved coins on users' deposit addresses, largest first. A credited coin is settled with its
 * deposit. Any other coin is settled by its owner's total at `price`, or without a price like a large one.
 */
export async function depositCoins(db: Db, price: LtcPrice | null): Promise<SweepCoin[]> {
  const { rows } = await sql<Omit<SweepCoin, 'value'> & { litoshi: number }>`
    with cursor as materialized (select applied_height() as height)
    select o.txid, o.n, o.litoshi, 0 as unmined_depth,
      case when l.state in ('settled', 'unsettled') then l.state = 'settled'
        else cursor.height - o.height + 1 >=
          settlement_tier(coalesce(unsettled_cents(d.user_id, ${price}), large_deposit_cents()), o.is_peg_out, o.is_coinbase)
      end as is_settled,
      a.script, a.account, a.branch, a.index
    from chain_outputs o
    cross join cursor
    join addresses a on a.address = o.address and a.account = 'deposit'
    left join deposits d on d.txid = o.txid and d.n = o.n
    left join settlement_lots l on l.deposit_id = d.id
    where o.height is not null and o.spent_by is null and o.reserved_by is null
    order by o.litoshi desc, o.txid, o.n
    limit ${MAX_COINS_READ}`.execute(db);
  return rows.map(({ litoshi: value, ...coin }) => ({ ...coin, value: litoshi(value) }));
}

/** What the hot wallet needs for approved withdrawals that are not signed yet, with the highest fee of each. */
export async function unsignedPayouts(db: Db): Promise<Litoshi> {
  const rows = await db.selectFrom('withdrawals').where('state', '=', 'approved').select('litoshi').execute();
  return litoshi(rows.reduce((sum, row) => sum + row.litoshi + feeCeiling(litoshi(row.litoshi)), 0));
}
