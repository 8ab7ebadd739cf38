import { CHECK_MINUTES, type Security } from '@sterling/contract/factors.ts';
import { cents } from '@sterling/contract/money.ts';
import { isStaff } from '@sterling/contract/users.ts';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { CurrentUser } from '../sessions/sessions.reads.ts';
import type { KnownPasskey, Passkey } from './passkeys.ts';

/** How a user protects their account, as their session sees it. */
export async function readSecurity(
  db: Db | Tx,
  user: Pick<CurrentUser, 'id' | 'sessionId' | 'role' | 'isOwner'>,
  mode: Config['mode'],
): Promise<Security> {
  const { rows } = await sql<StateRow>`
    select
      (select count(*)::int from recovery_codes where user_id = ${user.id} and used_at is null) as recovery_codes_left,
      (select checked_at + ${CHECK_MINUTES} * interval '1 minute' from sessions
        where id = ${user.sessionId} and is_fresh_check(checked_at)) as checked_until,
      coalesce((select unchecked_cents from withdrawal_preferences where user_id = ${user.id}), 0) as unchecked_cents`.execute(
    db,
  );
  const { recoveryCodesLeft, checkedUntil, uncheckedCents } = rows[0]!;
  return {
    factors: await listFactors(db, user.id),
    recoveryCodesLeft,
    checkedUntil,
    uncheckedWithdrawals: cents(uncheckedCents),
    reset: await readReset(db, user.id),
    isRequired: mode === 'production' && isStaff(user),
  };
}

interface StateRow {
  readonly recoveryCodesLeft: number;
  readonly checkedUntil: Date | null;
  readonly uncheckedCents: number;
}

/** A user's factors, the oldest first. */
export async function listFactors(db: Db | Tx, userId: string): Promise<Security['factors']> {
  const rows = await db
    .selectFrom('factors')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .select(['id', 'kind', 'name', 'createdAt', 'usedAt'])
    .orderBy('id')
    .execute();
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kind as Security['factors'][number]['kind'] }));
}

/** The reset of a user's factors that waits, or null. */
export async function readReset(db: Db | Tx, userId: string): Promise<Security['reset']> {
  const row = await db
    .selectFrom('factorResets')
    .where('userId', '=', userId)
    .where('state', '=', 'waiting')
    .select(['requestedAt', sql<Date>`due_at + paused_since(requested_at)`.as('dueAt'), 'reason'])
    .executeTakeFirst();
  return row ?? null;
}

/** The passkeys that a browser may choose from. */
export async function knownPasskeys(db: Db | Tx, userId: string): Promise<KnownPasskey[]> {
  const rows = await db
    .selectFrom('factors')
    .where('userId', '=', userId)
    .where('kind', '=', 'passkey')
    .select(['credentialId', 'transports'])
    .execute();
  return rows.map(({ credentialId, transports }) => ({
    credentialId: credentialId!,
    transports: transports!,
  }));
}

/** One passkey of a user, or null. */
export async function findPasskey(
  db: Db | Tx,
  userId: string,
  credentialId: string,
): Promise<(Pick<Passkey, 'credentialId' | 'publicKey'> & { readonly id: string }) | null> {
  const row = await db
    .selectFrom('factors')
    .where('userId', '=', userId)
    .where('credentialId', '=', credentialId)
    .select(['id', 'credentialId', 'publicKey'])
    .executeTakeFirst();
  return (row as { id: string; credentialId: string; publicKey: Buffer } | undefined) ?? null;
}

/** With which kinds of codes a user can pass a check. */
export async function codeKindsOf(
  db: Db | Tx,
  userId: string,
): Promise<{ totp: boolean; recoveryCodes: boolean }> {
  const { rows } = await sql<{ totp: boolean; recoveryCodes: boolean }>`
    select exists (select from factors where user_id = ${userId} and kind = 'totp' and confirmed_at is not null) as totp,
      exists (select from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes`.execute(
    db,
  );
  return rows[0]!;
}

/** Cents that a user may withdraw per day without a check. */
export async function uncheckedCentsOf(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('withdrawalPreferences')
    .where('userId', '=', userId)
    .select('uncheckedCents')
    .executeTakeFirst();
  return row?.uncheckedCents ?? 0;
}
