import { createSession, sessionIdOf } from '../src/people/sessions/sessions.ts';
import { actFor } from '../src/platform/audit/acting.ts';
import { type Db, inTransaction, type Tx } from '../src/platform/db/pool.ts';

const FROM = { ip: '127.0.0.1', userAgent: 'test' };

/** Runs a transaction on behalf of a user, as a request of theirs does. */
export async function actAs<Result>(
  db: Db,
  userId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const sessionId = await inTransaction(db, async (tx) =>
    sessionIdOf(tx, await createSession(tx, userId, FROM)),
  );
  return actFor({ userId, sessionId, ip: FROM.ip }, () => inTransaction(db, work));
}

/** As `actAs`, within a transaction that has begun. */
export async function actWithin<Result>(
  tx: Tx,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const sessionId = await sessionIdOf(tx, await createSession(tx, userId, FROM));
  return actFor({ userId, sessionId, ip: FROM.ip }, work);
}
