import { phrase, text } from '@sterling/contract/texts.ts';
import { MAX_UNPAID_ADDRESSES } from '@sterling/contract/wallet.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { refuse } from '../../refusal.ts';
import type { ParsedAddress } from './address.ts';
import { awaitsSkipping } from './address-gaps.ts';
import { issueAddress, sequenceOf } from './address-sequences.ts';
import { CAPITAL_PATH, KEY_BRANCH, type KeyPath, type WalletKeys } from './keys.ts';

/** The user's current deposit address. Creates it if there is none. Parallel requests get the same address. */
export async function presentDepositAddress(tx: Tx, keys: WalletKeys, userId: string): Promise<string> {
  await lockUser(tx, userId);
  return (await findDepositAddress(tx, userId)) ?? newDepositAddress(tx, keys, userId);
}

/**
 * Replaces the user's current deposit address by a new one. Refuses with too_many_addresses if too many of their addresses were never
 * paid, and as `newDepositAddress`.
 */
export async function renewDepositAddress(tx: Tx, keys: WalletKeys, userId: string): Promise<string> {
  await lockUser(tx, userId);
  if ((await countUnpaid(tx, userId)) >= MAX_UNPAID_ADDRESSES)
    refuse('too_many_addresses', {
      message: text('You have too many deposit addresses'),
      hint: phrase('{most} of your deposit addresses were never paid. Use your current address.', {
        most: MAX_UNPAID_ADDRESSES,
      }),
    });
  return newDepositAddress(tx, keys, userId);
}

const lockUser = (tx: Tx, userId: string) =>
  tx.selectFrom('users').where('id', '=', userId).select('id').forUpdate().executeTakeFirstOrThrow();

/** A payment that was replaced before it was mined is none. */
async function countUnpaid(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from addresses a
    where a.user_id = ${userId} and not exists (
      select from deposits d where d.user_id = ${userId} and d.address = a.address and d.status <> 'orphaned')`.execute(
    tx,
  );
  return rows[0]!.count;
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
  const deposits = sequenceOf({ account: 'deposit', branch: KEY_BRANCH.receive });
  return issueAddress(tx, keys, deposits, userId);
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
  const { address, script } = keys.addressAt(CAPITAL_PATH);
  await db
    .insertInto('addresses')
    .values({ address, script: Buffer.from(script), ...CAPITAL_PATH })
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
    .values({ address, script: Buffer.from(script), account: 'cold', branch: KEY_BRANCH.receive, index })
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
