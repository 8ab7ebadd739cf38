import { sql } from 'kysely';
import { Refusal } from '../../refusal.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';

/** A user's idempotency key for one write, with the hash of its request. */
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

/** The answer that is stored under a key. */
export interface StoredAnswer {
  readonly requestHash: Buffer;
  readonly status: number;
  readonly reply: unknown;
}

/** The stored answer of a key, or null. Refuses a key that was used for another call or body. */
export async function storedAnswer(db: Db | Tx, keyed: Keyed): Promise<Answer | null> {
  const [row] = (await storedAnswers(db, [keyed])).values();
  return row ? answerOf(row, keyed) : null;
}

/** The stored answers of several keys, by `nameOfKey`. */
export async function storedAnswers(db: Db | Tx, keys: readonly Keyed[]): Promise<Map<string, StoredAnswer>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('idempotencyKeys')
    .where((is) =>
      is(
        is.refTuple('userId', 'key'),
        'in',
        keys.map(({ userId, key }) => is.tuple(userId, key)),
      ),
    )
    .select(['userId', 'key', 'requestHash', 'status', 'reply'])
    .execute();
  return new Map(rows.map((row) => [nameOfKey(row), row]));
}

/** Stores answers under their keys. Fails if a key got an answer in the meantime. */
export async function storeAnswers(
  tx: Tx,
  answers: readonly { readonly keyed: Keyed; readonly status: number; readonly reply: unknown }[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ keyed, status, reply }) => ({
    ...keyed,
    status,
    reply: JSON.stringify(reply),
  }));
  await tx.insertInto('idempotencyKeys').values(rows).execute();
}

/** Tells the keys of different users apart, who may choose the same one. */
export const nameOfKey = ({ userId, key }: Pick<Keyed, 'userId' | 'key'>): string => `${userId} ${key}`;

/** The answer to a repeated call. Refuses a key that was used for another call or body. */
export function answerOf(row: StoredAnswer, keyed: Keyed): Answer {
  const answer = replayOf(row, keyed);
  if (answer instanceof Refusal) throw answer;
  return answer;
}

/** As `answerOf`, but returns the refusal instead of throwing it, so that a batch can continue. */
export function replayOf(row: StoredAnswer, keyed: Keyed): Answer | Refusal {
  if (!row.requestHash.equals(keyed.requestHash)) return new Refusal('key_reused');
  return { status: row.status, body: row.reply, replayed: true };
}

/** Begins a transaction, as `inTransaction` does for one database. */
export type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** Runs `effect` in one transaction that also stores its answer under the key, if there is a key. */
export async function runOnce(
  transact: Transact,
  keyed: Keyed | null,
  status: number,
  effect: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  if (!keyed) return { status, body: await transact(effect), replayed: false };
  return transact((tx) => answerOnce(tx, keyed, status, () => effect(tx)));
}

/**
 * Runs `effect` unless the key has an answer. The row is inserted first, so a second request with the same key waits for
 * the first to commit and then replays. A refusal rolls the row back, and the key is free again.
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
    if (!earlier) throw new Error('an idempotency key vanished while another request waited for it');
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

/** Deletes answers older than 30 days. Until then callers may repeat a write (docs/guide/api.md). */
export async function deleteOldAnswers(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
