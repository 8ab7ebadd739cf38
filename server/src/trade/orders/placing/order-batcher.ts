import { setImmediate as tick } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Db } from '../../../platform/db/pool.ts';
import { type Answer, runOnce } from '../../../platform/idempotency/answers.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { refuse } from '../../../refusal.ts';
import { readOrder } from '../orders.reads.ts';
import { place, refuseSize } from './place.ts';
import { placeTogether } from './place-together.ts';
import { CREATED, type Outcome, type PlacementRequest } from './placement-request.ts';

export interface OrderBatcher {
  /**
   * Places an order and answers with it as its buyer sees it, kept under its key in the same transaction. Refuses as
   * `place` does, with key_reused, and with service_unavailable when too many orders wait already.
   */
  place(request: PlacementRequest): Promise<Answer>;
  /** Resolves when every request has an answer. */
  close(): Promise<void>;
}

interface BatcherServices {
  readonly db: Db;
  readonly queue: Queue;
  readonly vault: Vault;
}

const MAX_WAITING = 2_000;
const MAX_BATCH = 128;
/** Careful placements at the same time: they wait for each other's stock anyway. */
const MAX_CAREFUL = 2;

interface Waiting {
  readonly request: PlacementRequest;
  readonly answer: PromiseWithResolvers<Answer>;
}

/**
 * Gathers the orders of this process: one that arrives alone is placed immediately; those that arrive while a batch is
 * being placed form the next one. What a batch cannot decide is placed alone, on the careful path.
 */
export function openOrderBatcher(services: BatcherServices): OrderBatcher {
  const waiting: Waiting[] = [];
  const unanswered = new Set<Promise<unknown>>();
  const careful = pLimit(MAX_CAREFUL);
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    // requests of the same turn of the event loop go together
    for (await tick(); waiting.length > 0; ) {
      const batch = waiting.splice(0, MAX_BATCH);
      const outcomes = await placeBatch(
        services,
        batch.map(({ request }) => request),
      );
      for (const [index, each] of batch.entries()) settle(each, outcomes[index]!);
    }
    isRunning = false;
  }

  function settle({ request, answer }: Waiting, outcome: Outcome | Error): void {
    if (outcome instanceof Error) answer.reject(outcome);
    else if (outcome) answer.resolve(outcome);
    else careful(() => placeAlone(services, request)).then(answer.resolve, answer.reject);
  }

  return {
    place: async (request) => {
      refuseSize(request.order);
      if (unanswered.size >= MAX_WAITING) refuse('service_unavailable', { retryAfterSeconds: 1 });
      const answer = Promise.withResolvers<Answer>();
      waiting.push({ request, answer });
      if (!isRunning) void run();
      const answered = answer.promise.finally(() => unanswered.delete(answered));
      unanswered.add(answered);
      return answered;
    },
    close: async () => void (await Promise.allSettled(unanswered)),
  };
}

/** The outcomes of a batch. When the database refused it as a whole, each order is placed alone; any other error is everyone's. */
export async function placeBatch(
  services: BatcherServices,
  requests: readonly PlacementRequest[],
): Promise<readonly (Outcome | Error)[]> {
  try {
    return await placeTogether(services, requests);
  } catch (error) {
    return requests.map(() => (wasRolledBack(error) ? null : (error as Error)));
  }
}

/** The database refused a statement, so nothing was stored. A lost connection proves nothing: the order may be placed. */
const wasRolledBack = (error: unknown): boolean =>
  /^(?:22|23|40|55)...$/.test(String((error as { code?: unknown }).code ?? ''));

/** Places one order on the careful path. */
export function placeAlone(
  { db, queue, vault }: BatcherServices,
  { buyerId, order, keyed }: PlacementRequest,
): Promise<Answer> {
  return runOnce(db, keyed, CREATED, async (tx) =>
    readOrder(tx, await place(tx, { queue, vault }, buyerId, order), buyerId),
  );
}
