import type { LtcPrice } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { atOneMoment } from '../../platform/db/one-moment.ts';
import { type Db, readClock, type Tx } from '../../platform/db/pool.ts';
import { chainCursor } from '../litecoin/litecoin.reads.ts';
import { freshPrice } from '../prices/prices.reads.ts';
import type { NamedBlock } from './messages.rules.ts';
import type { Balance } from './tree.ts';

/** What Sterling owed and held at one moment. */
export interface SnapshotData {
  readonly at: Date;
  readonly block: NamedBlock;
  readonly price: LtcPrice | null;
  /** One for each person to whom Sterling owes money. */
  readonly balances: readonly Balance[];
  /** Hot and cold addresses with coins. */
  readonly addresses: readonly { readonly address: string; readonly litoshi: number }[];
}

/** Reads balances and coins in one transaction that sees a single moment. Null before the first block. */
export function readSnapshotData(db: Db): Promise<SnapshotData | null> {
  return atOneMoment(db, async (tx) => {
    const block = await chainCursor(tx);
    if (!block) return null;
    const at = await readClock(tx);
    const price = (await freshPrice(tx, at))?.price ?? null;
    return { at, block, price, balances: await balances(tx), addresses: await addresses(tx) };
  });
}

/** Both wallets of each person, including held money. A wallet below zero counts as zero. */
async function balances(tx: Tx): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select a.user_id, sum(greatest(b.posted, 0))::bigint as cents
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.user_id is not null
    group by a.user_id having sum(greatest(b.posted, 0)) > 0`.execute(tx);
  return rows;
}

async function addresses(tx: Tx) {
  const { rows } = await sql<{ address: string; litoshi: number }>`
    select address, sum(o.litoshi)::bigint as litoshi from chain_outputs o join addresses a using (address)
    where o.height is not null and o.spent_by is null and a.account in ('hot', 'cold')
    group by address order by litoshi desc, address`.execute(tx);
  return rows;
}
