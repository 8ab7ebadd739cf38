import { MAX_FACTORS } from '@sterling/contract/factors.ts';
import type { Cents } from '@sterling/contract/money.ts';
import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import { newId, type Tx } from '../../platform/db/pool.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { refuse } from '../../refusal.ts';
import { addNews } from '../inbox/inbox.ts';
import { type CurrentUser, needsCheck } from '../sessions/sessions.reads.ts';
import { type Checked, markChecked } from './checked-sessions.ts';
import { uncheckedCentsOf } from './factors.reads.ts';
import type { Passkey } from './passkeys.ts';
import { dropCodesOf, renewCodes } from './recovery-codes.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** The person who changes their own factors, with the session that they use. */
export type Person = Pick<CurrentUser, 'id' | 'sessionId' | 'isChecked'>;

/** The vault context of an authenticator app's secret. */
export const secretContext = (factorId: string): string => `factor ${factorId}`;

interface Added extends Pick<Checked, 'newToken'> {
  /** With the first factor only. */
  readonly recoveryCodes: string[] | null;
}

/** Adds a passkey. Refuses with factor_exists, too_many_factors and step_up_required. */
export async function addPasskey(
  tx: Tx,
  vault: Vault,
  person: Person,
  name: string,
  { credentialId, publicKey, counter, transports }: Passkey,
): Promise<Added> {
  const { count } = await lockOwn(tx, person);
  if (count >= MAX_FACTORS) refuse('too_many_factors');
  const row = { credentialId, publicKey, counter, transports: [...transports] };
  const added = await tx
    .insertInto('factors')
    .values({ userId: person.id, kind: 'passkey', name, confirmedAt: sql<Date>`now()`, ...row })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) refuse('factor_exists');
  return afterAdding(tx, vault, person, { kind: 'passkey', name, isFirst: count === 0 });
}

/** Begins to add an authenticator app. Its secret counts when a code has proved it. An earlier unproved one is dropped. */
export async function beginTotp(
  tx: Tx,
  vault: Vault,
  person: Person,
): Promise<{ secret: string; uri: string }> {
  const { count, username } = await lockOwn(tx, person);
  if (count >= MAX_FACTORS) refuse('too_many_factors');
  await tx.deleteFrom('factors').where('userId', '=', person.id).where('confirmedAt', 'is', null).execute();
  const secret = newSecret();
  const id = await newId(tx);
  const sealedSecret = vault.seal(secret, secretContext(id));
  await tx
    .insertInto('factors')
    .values({ id, userId: person.id, kind: 'totp', name: '', sealedSecret, lastStep: 0 })
    .execute();
  return { secret, uri: uriOf(secret, username) };
}

const SECRET_MINUTES = 15;

/** Adds the authenticator app whose secret was shown last. Returns what `addPasskey` returns. Refuses with check_failed for a wrong code. */
export async function addTotp(
  tx: Tx,
  vault: Vault,
  person: Person,
  { name, code }: { name: string; code: string },
): Promise<Added> {
  const { count, now } = await lockOwn(tx, person);
  const pending = await tx
    .selectFrom('factors')
    .where('userId', '=', person.id)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', sql<Date>`now() - ${SECRET_MINUTES} * interval '1 minute'`)
    .select(['id', 'sealedSecret'])
    .executeTakeFirst();
  if (!pending)
    return refuse('check_failed', { hint: phrase('The secret has expired. Please begin again.') });
  const step = stepOf(vault.open(pending.sealedSecret!, secretContext(pending.id)), code, now);
  if (step === null) return refuse('check_failed', { hint: WRONG_CODE });
  await tx
    .updateTable('factors')
    .set({ name, lastStep: step, confirmedAt: sql<Date>`now()`, createdAt: sql<Date>`now()` })
    .where('id', '=', pending.id)
    .execute();
  return afterAdding(tx, vault, person, { kind: 'totp', name, isFirst: count === 0 });
}

export const WRONG_CODE = phrase('Enter the code that your app shows now.');

/** The enrolment itself is a fresh check, because the person has just used the factor. */
async function afterAdding(
  tx: Tx,
  vault: Vault,
  person: Person,
  { kind, name, isFirst }: { kind: 'passkey' | 'totp'; name: string; isFirst: boolean },
): Promise<Added> {
  const { newToken } = await markChecked(tx, person.sessionId);
  await record(tx, { ...by(person), action: 'factors.added', after: { kind } });
  await addNews(tx, person.id, { code: 'factor_added', kind, name });
  return { recoveryCodes: isFirst ? await renewCodes(tx, vault, person.id) : null, newToken };
}

/** Renames a factor. Refuses with not_found. */
export async function renameFactor(tx: Tx, person: Person, id: string, name: string): Promise<void> {
  await lockOwn(tx, person);
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', person.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse('not_found');
}

/** Removes a factor. Recovery codes go with the last one. Refuses with not_found. */
export async function removeFactor(tx: Tx, person: Person, id: string): Promise<void> {
  const { count } = await lockOwn(tx, person);
  const removed = await tx
    .deleteFrom('factors')
    .where('id', '=', id)
    .where('userId', '=', person.id)
    .where('confirmedAt', 'is not', null)
    .returning(['kind', 'name'])
    .executeTakeFirst();
  if (!removed) return refuse('not_found');
  if (count === 1) await dropCodesOf(tx, [person.id]);
  const { kind, name } = removed as { kind: 'passkey' | 'totp'; name: string };
  await record(tx, { ...by(person), action: 'factors.removed', before: { kind } });
  await addNews(tx, person.id, { code: 'factor_removed', kind, name });
}

/** New recovery codes. Refuses with no_factor. */
export async function renewRecoveryCodes(tx: Tx, vault: Vault, person: Person): Promise<string[]> {
  const { count } = await lockOwn(tx, person);
  if (count === 0) refuse('no_factor');
  await record(tx, { ...by(person), action: 'factors.codes_renewed' });
  await addNews(tx, person.id, { code: 'recovery_codes_renewed' });
  return renewCodes(tx, vault, person.id);
}

/** Sets what the person may withdraw per day without a check. Refuses with no_factor, and with step_up_required to raise it. */
export async function setUncheckedWithdrawals(
  tx: Tx,
  person: Person & Pick<CurrentUser, 'hasFactor'>,
  perDay: Cents,
): Promise<void> {
  if (perDay < 0) refuse('invalid_amount');
  if (!person.hasFactor) refuse('no_factor');
  const before = await uncheckedCentsOf(tx, person.id);
  if (perDay > before && needsCheck(person)) refuse('step_up_required');
  await tx
    .insertInto('withdrawalPreferences')
    .values({ userId: person.id, uncheckedCents: perDay })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ uncheckedCents: perDay }))
    .execute();
  await record(tx, {
    ...by(person),
    action: 'factors.limit_changed',
    before: { cents: before },
    after: { cents: perDay },
  });
}

const by = ({ id }: Pick<Person, 'id'>) => ({ actorId: id, subjectId: id });

/**
 * Locks the person's row and counts their factors. Refuses with step_up_required if the first factor was added since the call was
 * admitted: that check is of another session, or of the present token when the call came with a copy of an old one.
 */
export async function lockOwn(
  tx: Tx,
  { id, sessionId, isChecked }: Person,
): Promise<{ count: number; username: string; now: Date }> {
  await tx.selectFrom('users').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  const { rows } = await sql<{ count: number; username: string; isChecked: boolean; now: Date }>`
    select u.username, clock_timestamp() as now,
      (select count(*)::int from factors where user_id = u.id and confirmed_at is not null) as count,
      coalesce((select is_fresh_check(checked_at) from sessions where id = ${sessionId}), false) as is_checked
    from users u where u.id = ${id}`.execute(tx);
  const own = rows[0]!;
  if (own.count > 0 && !(isChecked && own.isChecked)) refuse('step_up_required');
  return own;
}

/** Deletes everything that protects users. */
export async function forgetFactorsOf(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('factors').where('userId', 'in', userIds).execute();
  await dropCodesOf(tx, userIds);
  await tx.deleteFrom('withdrawalPreferences').where('userId', 'in', userIds).execute();
  await tx
    .updateTable('factorResets')
    .set({ state: 'cancelled', endedAt: sql<Date>`now()` })
    .where('userId', 'in', userIds)
    .where('state', '=', 'waiting')
    .execute();
}
