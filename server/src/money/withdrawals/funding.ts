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
const NOT_COVERED = text('Your withdrawable balance is lower now. We wait until it covers this withdrawal');

const DEPOSIT_MAY_RETURN = text('The network moved a deposit to another block. We wait for it');
/** About 24 blocks of Litecoin. */
const RETURNS_WITHIN_MINUTES = 60;

/**
 * Looks again at the money behind an approved withdrawal, in the transaction that records its signature. Locks the
 * withdrawal and its wallet. Returns the reason to wait, or null. Stops the withdrawal of a banned or frozen user.
 */
export async function recheckFunding(tx: Tx, id: string): Promise<string | null> {
  const { state, userId } = await lockWithdrawal(tx, id);
  if (state !== 'approved') return null;
  await lockWallet(tx, account.seller(userId));
  const stopped = await stopOf(tx, { id, userId });
  if (stopped) return stopped.wait;
  if (await isCovered(tx, id, userId)) return null;
  return (await wasTakenBack(tx, userId)) ? TAKEN_BACK : NOT_COVERED;
}

/**
 * Stops an unsigned withdrawal of a banned or frozen user. It fails, or waits for the returned reason if the freeze may end in a
 * moment: a reorganisation often only moves a deposit to another block. Null for other users.
 */
export async function stopOf(
  tx: Tx,
  { id, userId }: Pick<WithdrawalRow, 'id' | 'userId'>,
): Promise<{ readonly wait: string | null } | null> {
  if (!(await isBannedOrFrozen(tx, userId))) return null;
  if (await mayThaw(tx, userId)) return { wait: DEPOSIT_MAY_RETURN };
  await failUnsigned(tx, id, text('The wallet is frozen'));
  return { wait: null };
}

/** Whether a user is not banned, and a deposit of theirs was reversed a short time ago. */
async function mayThaw(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from reviews r join users u on u.id = r.user_id
      where r.user_id = ${userId} and r.kind = 'reversal' and r.state = 'open' and not u.is_banned
        and r.opened_at > now() - make_interval(mins => ${RETURNS_WITHIN_MINUTES})) as may`.execute(tx);
  return rows[0]!.may;
}

/** Whether the earnings cover this withdrawal. Other unsigned withdrawals of the user can still wait, so they do not count. */
async function isCovered(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { available, unsettled, inPayoutHold } = await readEarnings(tx, userId);
  const { rows } = await sql<{ others: number }>`
    select coalesce(sum(total_cents), 0)::bigint as others from withdrawals
    where user_id = ${userId} and id <> ${id} and state in ('requested', 'approved')`.execute(tx);
  return available + rows[0]!.others >= unsettled + inPayoutHold;
}

/** Whether a deposit that paid for earnings of a user was reversed. */
async function wasTakenBack(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (
      select from settlement_spends s join deposits d on d.id = s.deposit_id and d.status = 'reversed'
        join ledger_accounts a on a.id = s.to_account
      where a.name = ${account.seller(userId)} and s.waits) as was`.execute(tx);
  return rows[0]!.was;
}
