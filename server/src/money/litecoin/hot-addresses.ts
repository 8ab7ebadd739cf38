import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { issueAddress, sequenceOf } from './address-sequences.ts';
import { CAPITAL_PATH, type KeyBranch, type KeyPath, type WalletKeys } from './keys.ts';

/** A script of the hot wallet with the path of its key. */
export interface HotScript {
  readonly address: string;
  readonly script: Uint8Array;
  readonly path: KeyPath;
}

/** `count` addresses of the hot wallet that no transaction has paid. Addresses of failed attempts are used again. */
export async function freshHotScripts(
  db: Db,
  keys: WalletKeys,
  branch: KeyBranch,
  count: number,
): Promise<HotScript[]> {
  const unused = await unusedHotScripts(db, branch, count);
  if (unused.length === count) return unused;
  await inTransaction(db, async (tx) => {
    for (let made = unused.length; made < count; made += 1) await newHotAddress(tx, keys, branch);
  });
  return freshHotScripts(db, keys, branch, count);
}

/** Creates the next address of the hot wallet in a branch. */
export const newHotAddress = (tx: Tx, keys: WalletKeys, branch: KeyBranch): Promise<string> =>
  issueAddress(tx, keys, sequenceOf({ account: 'hot', branch }), null);

const NEWEST = 32;

async function unusedHotScripts(db: Db, branch: KeyBranch, count: number): Promise<HotScript[]> {
  const newest = db
    .selectFrom('addresses')
    .where('account', '=', 'hot')
    .where('branch', '=', branch)
    // the lost payments of a restored database may use the addresses of a gap
    .where('restoreId', 'is', null)
    .$if(branch === CAPITAL_PATH.branch, (query) => query.where('index', '<>', CAPITAL_PATH.index))
    .orderBy('index', 'desc')
    .limit(NEWEST)
    .select(['address', 'script', 'index']);
  const rows = await db
    .selectFrom(newest.as('a'))
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('chainOutputs as o').whereRef('o.address', '=', 'a.address').select('o.n'),
        ),
      ),
    )
    .orderBy('a.index', 'desc')
    .limit(count)
    .select(['a.address', 'a.script', 'a.index'])
    .execute();
  return rows.map(({ index, ...row }) => ({ ...row, path: { account: 'hot', branch, index } }));
}
