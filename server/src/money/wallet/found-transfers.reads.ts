import { isId } from '@sterling/contract/fields.ts';
import { type FoundTransfer, MIN_TXID_SEARCH } from '@sterling/contract/wallet.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';
import { readOwnTransfer } from './transfers.reads.ts';

const MAX_FOUND = 5;

/**
 * Deposits and withdrawals of all users with this id, or whose transaction id starts with the text. The newest first, at most
 * five. None for a text that is too short.
 */
export async function findTransfers(db: Db, text: string): Promise<FoundTransfer[]> {
  const named = text.trim().toLowerCase();
  if (isId(named)) return readTransfers(db, sql`id = ${named}::uuid`);
  return named.length < MIN_TXID_SEARCH ? [] : readTransfers(db, sql`starts_with(txid, ${named})`);
}

/** One deposit or withdrawal of any user. Undefined if there is none with this id. */
export const readTransfer = async (db: Db, id: string): Promise<FoundTransfer | undefined> =>
  (await readTransfers(db, sql`id = ${id}::uuid`))[0];

async function readTransfers(db: Db, condition: RawBuilder<unknown>): Promise<FoundTransfer[]> {
  const { rows } = await sql<{ id: string; userId: string; username: string }>`
    select f.id, f.user_id, u.username
    from (
      select id, user_id from deposits where ${condition}
      union all
      select id, user_id from withdrawals where ${condition}) f
    join users u on u.id = f.user_id
    order by f.id desc limit ${MAX_FOUND}`.execute(db);
  const found = rows.map(async ({ id, ...person }) => {
    const transfer = await readOwnTransfer(db, person.userId, id);
    return transfer && { ...transfer, ...person };
  });
  return (await Promise.all(found)).filter((transfer) => transfer !== undefined);
}
