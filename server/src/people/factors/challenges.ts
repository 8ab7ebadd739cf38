import { sql } from 'kysely';
import type { Db } from '../../platform/db/pool.ts';

type Purpose = 'enrol' | 'check';

const VALID_MINUTES = 5;

/** Stores the challenge that a passkey of this session has to answer. It replaces an earlier one. */
export async function keepChallenge(
  db: Db,
  sessionId: string,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  const values = { challenge, expiresAt: sql<Date>`now() + ${VALID_MINUTES} * interval '1 minute'` };
  await db
    .insertInto('passkeyChallenges')
    .values({ sessionId, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['sessionId', 'purpose']).doUpdateSet(values))
    .execute();
}

/** Takes a challenge out, so that it is answered at most once, even if the answer is wrong. Null without a valid one. */
export async function takeChallenge(db: Db, sessionId: string, purpose: Purpose): Promise<string | null> {
  const row = await db
    .deleteFrom('passkeyChallenges')
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .returning(['challenge', sql<boolean>`expires_at > now()`.as('isValid')])
    .executeTakeFirst();
  return row?.isValid ? row.challenge : null;
}
