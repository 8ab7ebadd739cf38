import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '../db/pool.ts';
import { hashToken } from './sessions.reads.ts';

export const SESSION_DAYS = 30;

interface From {
  readonly ip: string;
  readonly userAgent: string;
}

/** Opens a session and answers its token, which only the browser keeps: the database has the hash. */
export async function openSession(tx: Tx, userId: string, { ip, userAgent }: From): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + SESSION_DAYS * 86_400_000);
  await tx
    .insertInto('sessions')
    .values({ userId, tokenHash: hashToken(token), ip, userAgent: userAgent.slice(0, 300), expiresAt })
    .execute();
  return token;
}

/** Ends the session behind a token, if there is one. */
export async function endSession(db: Db | Tx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hashToken(token)).execute();
}

/** Ends every session of a person. */
export async function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
}
