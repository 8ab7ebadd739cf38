import { phrase } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { record } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/db/pool.ts';
import { minutes } from '../../platform/formats.rules.ts';
import {
  byGuard,
  countWrite,
  sessionOf,
  uncountWrites,
  type WriteLimit,
} from '../../platform/limits/limits.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { addNews } from '../inbox/inbox.ts';
import { takeChallenge } from './challenges.ts';
import { type Checked, markChecked } from './checked-sessions.ts';
import { findPasskey } from './factors.reads.ts';
import { type Person, secretContext, WRONG_CODE } from './factors.ts';
import { readAnswer } from './passkeys.ts';
import { useCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';

const MAX_WRONG_TRIES = 10;
/** Fewer than those of the person, so that someone with a stolen session cannot keep the person from passing a check. */
const MAX_WRONG_TRIES_OF_SESSION = 5;
const WINDOW_SECONDS = 3_600;

/**
 * Runs a check that can fail, and counts a wrong code (check_failed). Every other end does not count. Refuses with too_many_requests
 * after five wrong codes of one kind in a session within an hour, or ten of the person; the other kinds stay open.
 */
export async function withinTries<Result>(
  db: Db,
  { id, sessionId }: Pick<Person, 'id' | 'sessionId'>,
  kind: 'totp' | 'recovery' | 'enrolment',
  check: () => Promise<Result>,
): Promise<Result> {
  const guard = (of: string, max: number) =>
    byGuard(`factor ${kind}`, of, { max, windowSeconds: WINDOW_SECONDS });
  const ofSession = await countTry(db, guard(sessionOf(sessionId), MAX_WRONG_TRIES_OF_SESSION), []);
  const counted = [ofSession, await countTry(db, guard(id, MAX_WRONG_TRIES), [ofSession])];
  let isWrong = false;
  try {
    return await check();
  } catch (error) {
    isWrong = error instanceof Refusal && error.code === 'check_failed';
    throw error;
  } finally {
    if (!isWrong) await uncountWrites(db, counted);
  }
}

/** Counts a try and returns the id of the count. Refuses with too_many_requests, and gives back the counts `before`. */
async function countTry(db: Db, limit: WriteLimit, before: readonly number[]): Promise<number> {
  const counted = await countWrite(db, limit);
  if ('id' in counted) return counted.id;
  await uncountWrites(db, before);
  return refuse('too_many_requests', {
    hint: phrase('Too many wrong codes. Try again in {wait}, or use another way.', {
      wait: () => minutes(Math.ceil(counted.waitSeconds / 60)),
    }),
    retryAfterSeconds: counted.waitSeconds,
  });
}

/** Passes a check with a code of an authenticator app. Each code counts once. Refuses with check_failed. */
export async function checkTotp(db: Db, vault: Vault, person: Person, code: string): Promise<Checked> {
  return withinTries(db, person, 'totp', () =>
    inTransaction(db, async (tx) => {
      const apps = await tx
        .selectFrom('factors')
        .where('userId', '=', person.id)
        .where('kind', '=', 'totp')
        .where('confirmedAt', 'is not', null)
        .select(['id', 'sealedSecret', sql<Date>`clock_timestamp()`.as('now')])
        .execute();
      for (const { id, sealedSecret, now } of apps) {
        const step = stepOf(vault.open(sealedSecret!, secretContext(id)), code, now);
        if (step !== null && (await takeStep(tx, id, step))) return markChecked(tx, person.sessionId);
      }
      return refuse('check_failed', { hint: WRONG_CODE });
    }),
  );
}

/** Returns false if a code of this step or of a later one was used before. */
async function takeStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ lastStep: step, usedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Passes a check with a recovery code, which is used up, and tells the person. Refuses with check_failed. */
export async function checkRecoveryCode(
  db: Db,
  vault: Vault,
  person: Person,
  code: string,
): Promise<Checked> {
  return withinTries(db, person, 'recovery', () =>
    inTransaction(db, async (tx) => {
      if (!(await useCode(tx, vault, person.id, code)))
        refuse('check_failed', { hint: phrase('This recovery code is wrong or was used before.') });
      const { left } = await tx
        .selectFrom('recoveryCodes')
        .where('userId', '=', person.id)
        .where('usedAt', 'is', null)
        .select((of) => of.fn.countAll<number>().as('left'))
        .executeTakeFirstOrThrow();
      await addNews(tx, person.id, { code: 'recovery_code_used', left });
      return markChecked(tx, person.sessionId);
    }),
  );
}

/** Passes a check with a passkey that answers the session's challenge. Refuses with check_failed. */
export async function checkPasskey(
  db: Db,
  person: Person,
  origin: string,
  answer: Readonly<Record<string, unknown>>,
): Promise<Checked> {
  const challenge = await takeChallenge(db, person.sessionId, 'check');
  const passkey = typeof answer.id === 'string' ? await findPasskey(db, person.id, answer.id) : null;
  if (challenge === null || !passkey) return refuse('check_failed', { hint: TRY_AGAIN });
  const counter = await readAnswer(origin, challenge, answer, passkey);
  const checked = await inTransaction(db, async (tx) => {
    if (await takeCounter(tx, passkey.id, counter)) return markChecked(tx, person.sessionId);
    await reportCopy(tx, person, passkey.id);
    return null;
  });
  return checked ?? refuse('check_failed', { hint: TRY_AGAIN });
}

/**
 * Stores the counter of an answer. Returns false if the passkey was removed, or if an answer with this counter or a higher one
 * came before. Passkeys that several devices share always send 0.
 */
async function takeCounter(tx: Tx, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ counter, usedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or counter = 0 and ${counter} = 0)`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Tells the person that another device with the same key has answered, unless the passkey was only removed. */
async function reportCopy(tx: Tx, person: Person, id: string): Promise<void> {
  const passkey = await tx.selectFrom('factors').where('id', '=', id).select('name').executeTakeFirst();
  if (!passkey) return;
  const { name } = passkey;
  await record(tx, {
    actorId: person.id,
    action: 'factors.copied',
    subjectId: person.id,
    after: { name },
  });
  await addNews(tx, person.id, { code: 'passkey_copied', name });
}

export const TRY_AGAIN = phrase('Please try again.');
