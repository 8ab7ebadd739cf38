import type { Endpoint, IdempotentEndpoint, ReplyOf } from '@sterling/contract/endpoint.ts';
import { refusesEveryTry } from '@sterling/contract/idempotency.ts';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { type Authority, inAuthorisedTransaction } from '../../people/sessions/authority.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import { Refusal } from '../../refusal.ts';
import type { Db, Tx } from '../db/pool.ts';
import {
  type Answer,
  answerOf,
  type Keyed,
  refuseEarlier,
  runOnce,
  type StoredAnswer,
} from '../idempotency/answers.ts';
import { uncountWrites } from '../limits/limits.ts';

/** How a handler writes. Only endpoints with an idempotency key store answers. */
export type Writing<E> = Pick<
  Writings<E>,
  'write' | (E extends Pick<IdempotentEndpoint, 'idempotent'> ? 'once' | 'onceShown' | 'onceBy' : never)
>;

/** Every write of a handler goes through one of these. */
interface Writings<E> {
  /**
   * Runs the effect in one transaction that checks first that the caller may still make the call. `changesSelf`: see
   * CHANGES_SELF.
   */
  write<Result>(effect: (tx: Tx) => Promise<Result>, options?: Options): Promise<Result>;
  /** As `write`, and also stores the answer under the caller's Idempotency-Key. */
  once(effect: (tx: Tx) => Promise<ReplyOf<E>>, options?: Options): Promise<ReplyOf<E>>;
  /**
   * As `once`, for an answer that is large or shows what may have to be deleted: only the id that the effect returns is stored, and
   * the route's `show` reads the answer, for a repeated call as it is then.
   */
  onceShown(effect: (tx: Tx) => Promise<string>, options?: Options): Promise<ReplyOf<E>>;
  /** As `once`, for effects that share a transaction. `run` itself checks the authority and stores the answer under the key. */
  onceBy(run: (keyed: Keyed | null, authority: Authority) => Promise<Answer>): Promise<ReplyOf<E>>;
}

interface Options {
  readonly changesSelf?: boolean;
}

/** For writes that change the caller's row in `users`, or that rely on its lock, such as limits per user. */
export const CHANGES_SELF = { changesSelf: true } as const;

/** Reads the answer of a write of which only the id is stored. */
export type Show<E> = (reader: CurrentUser, id: string) => Promise<ReplyOf<E>>;

/** What `onceShown` stores. The answers of earlier versions have an `id` too. */
interface Stored {
  readonly id: string;
}

export interface WritingCall {
  readonly caller: CurrentUser | null;
  readonly key: Keyed | null;
  readonly reply: FastifyReply;
  /** Counted writes, which a replay gives back. */
  readonly counted: readonly number[];
  readonly show: Show<Endpoint> | undefined;
}

/** The ways in which a handler writes. */
export function writing(
  db: Db,
  endpoint: Endpoint,
  { caller, key, reply, counted, show }: WritingCall,
): Writings<Endpoint> {
  const authority = { endpoint, caller };
  const answerOfOne = async (write: Parameters<Writings<Endpoint>['onceBy']>[0]): Promise<unknown> => {
    const done = await write(key, authority);
    if (done.replayed) await noteReplay(db, { reply, counted });
    return done.body;
  };
  const inOneTransaction =
    (effect: (tx: Tx) => Promise<unknown>, options?: Options) =>
    (keyed: Keyed | null): Promise<Answer> =>
      runOnce(
        (work) => inAuthorisedTransaction(db, authority, work, options),
        keyed,
        endpoint.status ?? 200,
        effect,
      );
  // stored answers are encoded, so that a replay sends the same bytes
  const onceBy: Writings<Endpoint>['onceBy'] = async (write) =>
    z.decode(endpoint.reply, await answerOfOne(write));
  return {
    write: (effect, options) => inAuthorisedTransaction(db, authority, effect, options),
    onceBy,
    once: (effect, options) =>
      onceBy(inOneTransaction(async (tx) => z.encode(endpoint.reply, await effect(tx)), options)),
    onceShown: async (effect, options) => {
      const stored = await answerOfOne(
        inOneTransaction(async (tx): Promise<Stored> => ({ id: await effect(tx) }), options),
      );
      return show!(caller!, (stored as Stored).id);
    },
  };
}

/** Answers a repeated call with its stored answer. Refuses a key that was used for another call or body. */
export async function replay(
  { endpoint, show }: { readonly endpoint: Endpoint; readonly show: Show<Endpoint> | undefined },
  { stored, key, caller, reply }: Replayed,
): Promise<unknown> {
  const { status, body } = answerOf(stored, key);
  markReplayed(reply);
  reply.status(status);
  return show ? z.encode(endpoint.reply, await show(caller, (body as Stored).id)) : body;
}

interface Replayed {
  readonly stored: StoredAnswer;
  readonly key: Keyed;
  readonly caller: CurrentUser;
  readonly reply: FastifyReply;
}

/**
 * Runs the work of a call. If it is refused, callers conclude that no call with its key has had an effect. So earlier calls with the
 * key, which may wait for Roblox or for a lock in another process, have none after that. If one already had its effect, its answer
 * is returned instead.
 */
export async function withFinalRefusal(
  db: Db,
  endpoint: Endpoint,
  { caller, key, reply, counted, show }: WritingCall,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!key || !(error instanceof Refusal) || !refusesEveryTry(error.status)) throw error;
    const stored = await inAuthorisedTransaction(db, { endpoint, caller }, (tx) => refuseEarlier(tx, key));
    if (!stored) throw error;
    await noteReplay(db, { reply, counted });
    return show ? show(caller!, (stored.body as Stored).id) : z.decode(endpoint.reply, stored.body);
  }
}

async function noteReplay(db: Db, { reply, counted }: Pick<WritingCall, 'reply' | 'counted'>): Promise<void> {
  markReplayed(reply);
  await uncountWrites(db, counted);
}

/** Tells the caller that the answer is that of an earlier call with the same idempotency key. */
function markReplayed(reply: FastifyReply): void {
  reply.header('idempotency-replayed', 'true');
}
