import { sql } from 'kysely';
import { Refusal } from '../../refusal.ts';
import { type Db, inTransaction, type Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';

/** A person's key for one write, with what it was used for. */
export interface Keyed {
  readonly userId: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

/** What is kept under a key. */
export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly reply: unknown;
}

/** The answer that a key got before, or null. Refuses a key that was used for another call or body. */
export async function storedAnswer(db: Db | Tx, keyed: Keyed): Promise<Answer | null> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .where('userId', '=', keyed.userId)
    .where('key', '=', keyed.key)
    .select(['requestHash', 'status', sql<unknown>`stored_reply(idempotency_keys)`.as('reply')])
    .executeTakeFirst();
  return row ? answerOf(row, keyed) : null;
}

/** What is stored under a key, as the answer to a call. Refuses a key that was used for another call or body. */
export function answerOf(row: StoredAnswer, keyed: Keyed): Answer {
  const answer = replayOf(row, keyed);
  if (answer instanceof Refusal) throw answer;
  return answer;
}

/** As `answerOf`, for one of many: with the refusal as what he gets. */
export function replayOf(row: StoredAnswer, keyed: Keyed): Answer | Refusal {
  if (!row.requestHash.equals(keyed.requestHash)) return new Refusal('key_reused');
  return { status: row.status, body: row.reply, replayed: true };
}

/** Runs `effect` in one transaction, which also keeps its answer under the key, where there is one. */
export async function runOnce(
  db: Db,
  keyed: Keyed | null,
  status: number,
  effect: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  if (!keyed) return { status, body: await inTransaction(db, effect), replayed: false };
  return inTransaction(db, (tx) => answerOnce(tx, keyed, status, () => effect(tx)));
}

/**
 * Runs `effect` unless the key has an answer. The row is inserted first: a second request with the same key waits on it
 * until the first commits, then replays; after a refusal the row is gone with its transaction and the key is free.
 */
async function answerOnce(
  tx: Tx,
  keyed: Keyed,
  status: number,
  effect: () => Promise<unknown>,
): Promise<Answer> {
  const inserted = await tx
    .insertInto('idempotencyKeys')
    .values({ userId: keyed.userId, key: keyed.key, requestHash: keyed.requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) {
    const earlier = await storedAnswer(tx, keyed);
    if (!earlier) throw new Error('an idempotency key vanished while it was waited for');
    return earlier;
  }
  const body = await effect();
  await tx
    .updateTable('idempotencyKeys')
    .set({ status, reply: JSON.stringify(body) as unknown as Json })
    .where('userId', '=', keyed.userId)
    .where('key', '=', keyed.key)
    .execute();
  return { status, body, replayed: false };
}

/** Forgets answers of more than 30 days ago, long after anybody asks again (wire.md: kept for 7 days at least). */
export async function dropOldAnswers(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
