import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';
import { account, isBannedOrFrozen, lockWallet } from '../ledger/ledger.ts';
import { lockWithdrawal } from './state.ts';
import { failUnsigned } from './stopping.ts';
import { readEarnings, type WithdrawalRow } from './withdrawals.reads.ts';

const TAKEN_BACK = text(
  'Part of your earnings is pending again, because the network reversed a deposit that paid for them',
);

/**
 * Looks again at the money behind an approved withdrawal, in the transaction that records its signature. Locks the
 * withdrawal and its wallet. Returns the reason to wait, or null. Fails the withdrawal of a banned or frozen user.
 */
export async function recheckFunding(tx: Tx, id: string): Promise<string | null> {
  const { state, userId } = await lockWithdrawal(tx, id);
  if (state !== 'approved') return null;
  await lockWallet(tx, account.seller(userId));
  if (await failStopped(tx, { id, userId })) return null;
  return (await isCovered(tx, id, userId)) ? null : TAKEN_BACK;
}

/** Fails an unsigned withdrawal of a banned or frozen user. Returns whether the user is one. */
export async function failStopped(
  tx: Tx,
  { id, userId }: Pick<WithdrawalRow, 'id' | 'userId'>,
): Promise<boolean> {
  if (!(await isBannedOrFrozen(tx, userId))) return false;
  await failUnsigned(tx, id, text('The wallet is frozen'));
  return true;
}

/** Whether the earnings cover this withdrawal. Other unsigned withdrawals of the user can still wait, so they do not count. */
async function isCovered(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { available, unsettled, inPayoutHold } = await readEarnings(tx, userId);
  const { rows } = await sql<{ others: number }>`
    select coalesce(sum(total_cents), 0)::bigint as others from withdrawals
    where user_id = ${userId} and id <> ${id} and state in ('requested', 'approved')`.execute(tx);
  return available + rows[0]!.others >= unsettled + inPayoutHold;
}
