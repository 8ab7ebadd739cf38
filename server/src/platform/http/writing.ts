import type { Endpoint, ReplyOf } from '@sterling/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { type Authority, inAuthorisedTransaction } from '../../people/sessions/authority.ts';
import type { CurrentUser } from '../../people/sessions/sessions.reads.ts';
import type { Db, Tx } from '../db/pool.ts';
import { type Answer, type Keyed, runOnce } from '../idempotency/answers.ts';
import { uncountWrites } from '../limits/limits.ts';

/** How a handler writes. */
export interface Writing<E> {
  /**
   * Runs the effect in one transaction that checks first that the caller may still make the call. Every write of a handler
   * goes through it, `once` or `onceBy`. `changesSelf`: see CHANGES_SELF.
   */
  write<Result>(effect: (tx: Tx) => Promise<Result>, options?: Options): Promise<Result>;
  /** As `write`, and also stores the answer under the caller's Idempotency-Key. */
  once(effect: (tx: Tx) => Promise<ReplyOf<E>>, options?: Options): Promise<ReplyOf<E>>;
  /** As `once`, for effects that share a transaction. `run` itself checks the authority and stores the answer under the key. */
  onceBy(run: (keyed: Keyed | null, authority: Authority) => Promise<Answer>): Promise<ReplyOf<E>>;
}

interface Options {
  readonly changesSelf?: boolean;
}

/** For writes that change the caller's row in `users`, or that rely on its lock, such as limits per user. */
export const CHANGES_SELF = { changesSelf: true } as const;

interface WritingCall {
  readonly visitor: CurrentUser | null;
  readonly key: Keyed | null;
  readonly reply: FastifyReply;
  /** Counted writes, which a replay gives back. */
  readonly counted: readonly number[];
}

/** The three ways in which a handler writes. */
export function writing(
  db: Db,
  endpoint: Endpoint,
  { visitor, key, reply, counted }: WritingCall,
): Writing<Endpoint> {
  const authority = { endpoint, visitor };
  const onceBy: Writing<Endpoint>['onceBy'] = async (run) => {
    const done = await run(key, authority);
    if (done.replayed) {
      markReplayed(reply);
      await uncountWrites(db, counted);
    }
    // stored answers are encoded, so that a replay sends the same bytes
    return z.decode(endpoint.reply, done.body);
  };
  return {
    write: (effect, options) => inAuthorisedTransaction(db, authority, effect, options),
    onceBy,
    once: (effect, options) =>
      onceBy((keyed) =>
        runOnce(
          (work) => inAuthorisedTransaction(db, authority, work, options),
          keyed,
          endpoint.status ?? 200,
          async (tx) => z.encode(endpoint.reply, await effect(tx)),
        ),
      ),
  };
}

/** Tells the caller that the answer is that of an earlier call with the same idempotency key. */
export function markReplayed(reply: FastifyReply): void {
  reply.header('idempotency-replayed', 'true');
}
