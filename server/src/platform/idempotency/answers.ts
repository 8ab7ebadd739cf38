import { sql } from 'kysely';
import { Refusal, refuse } from '../../refusal.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { Json } from '../db/types.generated.ts';

/** A user's idempotency key for one write, with the hash of its request. */
export interface Keyed {
  readonly userId: string;
  readonly key: string;
  readonly requestHash: Buffer;
  /** When the call began, by the clock of the database. */
  readonly beganAt: Date;
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

/** What is stored under a key. Without a status, only that calls with the key were refused (`refuseEarlier`). */
interface StoredKey extends Omit<StoredAnswer, 'status'> {
  readonly status: number | null;
}

/** The stored answer of a key, or null. Refuses a key that was used for another call or body. */
async function storedAnswer(tx: Tx, keyed: Keyed): Promise<Answer | null> {
  const [row] = (await storedKeys(tx, [keyed])).values();
  return row && isAnswered(row) ? answerOf(row, keyed) : null;
}

export const isAnswered = (row: StoredKey): row is StoredAnswer => row.status !== null;

/** What is stored under several keys, by `nameOfKey`. */
export async function storedKeys(tx: Tx, keys: readonly Keyed[]): Promise<Map<string, StoredKey>> {
  if (keys.length === 0) return new Map();
  const rows = await tx
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

/** Stores answers under keys without one. Fails if something was stored under a key in the meantime. */
export async function storeAnswers(
  tx: Tx,
  answers: readonly { readonly keyed: Keyed; readonly status: number; readonly reply: unknown }[],
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ keyed: { userId, key, requestHash }, status, reply }) => ({
    userId,
    key,
    requestHash,
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
 * Runs `effect` unless the key has an answer. The row is written first, so a second request with the same key waits for
 * the first to commit and then replays. A refusal rolls the row back, and the key is free again. Refuses with `overtaken` if
 * another call with the key was refused that began later, or at the same time: calls that arrive together have one beginning.
 */
async function answerOnce(
  tx: Tx,
  keyed: Keyed,
  status: number,
  effect: () => Promise<unknown>,
): Promise<Answer> {
  const { userId, key, requestHash, beganAt } = keyed;
  const { rows } = await sql`
    insert into idempotency_keys as k (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
      on conflict (user_id, key) do update set request_hash = excluded.request_hash, created_at = now()
        where k.status is null and k.refused_call_at < ${beganAt}
      returning key`.execute(tx);
  if (rows.length === 0) return (await storedAnswer(tx, keyed)) ?? refuse('overtaken');
  const body = await effect();
  await tx
    .updateTable('idempotencyKeys')
    .set({ status, reply: JSON.stringify(body) as unknown as Json })
    .where('userId', '=', keyed.userId)
    .where('key', '=', keyed.key)
    .execute();
  return { status, body, replayed: false };
}

/**
 * Notes that a call was refused. After that, a call with its key has an effect only if it began later. If a call already had its
 * effect, its answer is returned and nothing is noted. Waits while such a call is writing.
 */
export async function refuseEarlier(tx: Tx, keyed: Keyed): Promise<Answer | null> {
  const { userId, key, requestHash, beganAt } = keyed;
  await sql`
    insert into idempotency_keys as k (user_id, key, request_hash, refused_call_at)
      values (${userId}, ${key}, ${requestHash}, ${beganAt})
      on conflict (user_id, key) do update set refused_call_at = greatest(k.refused_call_at, excluded.refused_call_at)
        where k.status is null`.execute(tx);
  return storedAnswer(tx, keyed);
}

/** Deletes answers older than 30 days. Until then callers may repeat a write (docs/guide/api.md). */
export async function deleteOldAnswers(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('createdAt', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
