import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { KEY_BRANCH, type WalletKeys } from './keys.ts';

/** The sequences of the database that number our addresses, each with its branch. */
export const SEQUENCES = [
  { name: 'deposit_address_index', account: 'deposit', branch: KEY_BRANCH.receive },
  { name: 'hot_receive_index', account: 'hot', branch: KEY_BRANCH.receive },
  { name: 'hot_change_index', account: 'hot', branch: KEY_BRANCH.change },
] as const;
export type Sequence = (typeof SEQUENCES)[number];

/** The sequence of a branch. Throws without one. */
export function sequenceOf({ account, branch }: { account: string; branch: number }): Sequence {
  const found = SEQUENCES.find((each) => each.account === account && each.branch === branch);
  if (!found) throw new Error(`no addresses are numbered in ${account}/${branch}`);
  return found;
}

/** Stores the next address of a sequence. Skips indexes that are stored already, so that no address is issued twice. */
export async function issueAddress(
  tx: Tx,
  keys: WalletKeys,
  { name, account, branch }: Sequence,
  userId: string | null,
): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ index: number }>`select nextval(${name}::regclass) as index`.execute(tx);
    const path = { account, branch, index: rows[0]!.index };
    const { address, script } = keys.addressAt(path);
    const issued = await tx
      .insertInto('addresses')
      .values({ address, script: Buffer.from(script), ...path, userId })
      .onConflict((conflict) => conflict.columns(['account', 'branch', 'index']).doNothing())
      .returning('address')
      .executeTakeFirst();
    if (issued) return issued.address;
  }
}
