import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { ParsedAddress } from './address.ts';
import { awaitsSkipping } from './address-gaps.ts';
import type { KeyPath, WalletKeys } from './keys.ts';

/** The user's current deposit address. Creates it if there is none. Parallel requests get the same address. */
export async function presentDepositAddress(tx: Tx, keys: WalletKeys, userId: string): Promise<string> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  const present = await findDepositAddress(tx, userId);
  return present ?? newDepositAddress(tx, keys, userId);
}

/**
 * Creates a new deposit address for a user. Their old addresses are still watched. Refuses with service_unavailable in a
 * restored database until the signer has skipped the addresses that others have.
 */
export async function newDepositAddress(tx: Tx, keys: WalletKeys, userId: string): Promise<string> {
  if (await awaitsSkipping(tx))
    refuse('service_unavailable', {
      hint: phrase('New deposit addresses are not available yet. Please try again later.'),
    });
  return issue(tx, keys, { account: 'deposit', branch: 0, sequence: 'deposit_address_index' }, userId);
}

/** The user's newest deposit address, or null. */
export async function findDepositAddress(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('addresses')
    .where('userId', '=', userId)
    .orderBy('index', 'desc')
    .select('address')
    .limit(1)
    .executeTakeFirst();
  return row?.address ?? null;
}

/** Creates a new address in the hot account: branch 0 for sweeps, branch 1 for change. */
export async function newHotAddress(tx: Tx, keys: WalletKeys, branch: 0 | 1): Promise<string> {
  const sequence = branch === 0 ? 'hot_receive_index' : 'hot_change_index';
  return issue(tx, keys, { account: 'hot', branch, sequence }, null);
}

/**
 * Runs at startup. Stores the hot account's first address on the first start and returns it; the owner's capital goes there.
 * Starts to watch the cold address, if there is one. Throws when the keys do not give the stored addresses, because new
 * addresses would then belong to another wallet.
 */
export async function openWalletAddresses(
  db: Db,
  keys: WalletKeys,
  cold: ParsedAddress | null = null,
): Promise<{ hotAddress: string }> {
  for (const account of ['deposit', 'hot'] as const) await refuseOtherKeys(db, keys, account);
  const path = { account: 'hot', branch: 0, index: 0 } as const;
  const { address, script } = keys.addressAt(path);
  await db
    .insertInto('addresses')
    .values({ address, script: Buffer.from(script), ...path })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
  if (cold) await watchCold(db, cold);
  return { hotAddress: address };
}

/** Starts to watch the owner's cold address. Throws when this wallet can spend from that address. */
export async function watchCold(db: Db, { address, script }: ParsedAddress): Promise<void> {
  const index = sql<number>`(select coalesce(max(index) + 1, 0) from addresses where account = 'cold')`;
  await db
    .insertInto('addresses')
    .values({ address, script: Buffer.from(script), account: 'cold', branch: 0, index })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
  const stored = await db
    .selectFrom('addresses')
    .where('address', '=', address)
    .select('account')
    .executeTakeFirst();
  if (stored?.account !== 'cold') throw new Error(`the cold address ${address} is one of this wallet's own`);
}

async function refuseOtherKeys(db: Db, keys: WalletKeys, account: KeyPath['account']): Promise<void> {
  const stored = await db
    .selectFrom('addresses')
    .where('account', '=', account)
    .orderBy('branch')
    .orderBy('index')
    .select(['branch', 'index', 'address'])
    .limit(1)
    .executeTakeFirst();
  if (stored && keys.addressAt({ account, ...stored }).address !== stored.address)
    throw new Error(
      `the wallet's keys do not give the stored ${account} address ${stored.address}: refusing to start`,
    );
}

interface Branch extends Omit<KeyPath, 'index'> {
  readonly sequence: 'deposit_address_index' | 'hot_change_index' | 'hot_receive_index';
}

/** Stores the next address of a branch. Skips indexes that are stored already, so that no address is issued twice. */
async function issue(tx: Tx, keys: WalletKeys, branch: Branch, userId: string | null): Promise<string> {
  const { sequence, ...place } = branch;
  for (;;) {
    const { rows } = await sql<{ index: number }>`select nextval(${sequence}::regclass) as index`.execute(tx);
    const path = { ...place, index: rows[0]!.index };
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
