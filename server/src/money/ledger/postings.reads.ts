import { type Cents, cents } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import { PAGE_ROWS, pagesOf } from '../../platform/db/pages.ts';
import type { Db } from '../../platform/db/pool.ts';

interface Posting {
  readonly at: Date;
  /** Kind of its event. */
  readonly kind: string;
  /** Negative when it left the wallet. */
  readonly amount: Cents;
  /** The posted balance right after it. */
  readonly balance: Cents;
}

type Row = Omit<Posting, 'balance'> & { readonly id: number };

/** All postings of a wallet in pages, oldest first. */
export async function* walletPostings(db: Db, wallet: string): AsyncGenerator<Posting[]> {
  const pages = pagesOf<Row>(async (last) => {
    const side = (amount: 'amount' | '-amount', own: 'to_account' | 'from_account') => sql`
      (select id, event_id, ${sql.raw(amount)} as amount from ledger_postings
        where ${sql.ref(own)} = w.id and id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS})`;
    const { rows } = await sql<Row>`
      select p.id, e.at, e.kind, p.amount
      from ledger_accounts w
      cross join lateral (${side('amount', 'to_account')} union all ${side('-amount', 'from_account')}) p
      join ledger_events e on e.id = p.event_id
      where w.name = ${wallet} order by p.id limit ${PAGE_ROWS}`.execute(db);
    return rows;
  });
  let balance = cents(0);
  for await (const rows of pages)
    yield rows.map(({ at, kind, amount }) => {
      balance = cents(balance + amount);
      return { at, kind, amount, balance };
    });
}
