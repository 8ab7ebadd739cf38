import type { Db } from '../../platform/db/pool.ts';
import { inTransaction } from '../../platform/db/pool.ts';
import { newHotAddress } from './addresses.ts';
import type { KeyPath, WalletKeys } from './keys.ts';

/** A script of the hot wallet with the path of its key. */
export interface HotScript {
  readonly address: string;
  readonly script: Uint8Array;
  readonly path: KeyPath;
}

/** Sweeps pay to branch 0. Change, children and cancels pay to branch 1. */
export const HOT_BRANCH = { receive: 0, change: 1 } as const;
export type HotBranch = (typeof HOT_BRANCH)[keyof typeof HOT_BRANCH];

/** `count` addresses of the hot wallet that no transaction has paid. Addresses of failed attempts are used again. */
export async function freshHotScripts(
  db: Db,
  keys: WalletKeys,
  branch: HotBranch,
  count: number,
): Promise<HotScript[]> {
  const unused = await unusedHotScripts(db, branch, count);
  if (unused.length === count) return unused;
  await inTransaction(db, async (tx) => {
    for (let made = unused.length; made < count; made += 1) await newHotAddress(tx, keys, branch);
  });
  return freshHotScripts(db, keys, branch, count);
}

const NEWEST = 32;

async function unusedHotScripts(db: Db, branch: HotBranch, count: number): Promise<HotScript[]> {
  const newest = db
    .selectFrom('addresses')
    .where('account', '=', 'hot')
    .where('branch', '=', branch)
    // the lost payments of a restored database may use the addresses of a gap
    .where('restoreId', 'is', null)
    // index 0 of branch 0 is the address for the owner's capital
    .$if(branch === HOT_BRANCH.receive, (query) => query.where('index', '>', 0))
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
