import { setImmediate as tick } from 'node:timers/promises';
import { RobuxOrder } from '@sterling/contract/orders.ts';
import { currentLanguage } from '@sterling/contract/texts.ts';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { inAuthorisedTransaction } from '../../../people/sessions/authority.ts';
import { type Db, inTransaction } from '../../../platform/db/pool.ts';
import { type Answer, runOnce, type Transact } from '../../../platform/idempotency/answers.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import { inLanguage } from '../../../platform/language.ts';
import { traced, traceparent } from '../../../platform/tracing.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { refuse } from '../../../refusal.ts';
import { readOrder } from '../orders.reads.ts';
import { place } from './place.ts';
import { placeTogether } from './place-together.ts';
import { CREATED, type Outcome, type PlacementRequest } from './placement-request.ts';

export interface OrderBatcher {
  /**
   * Places an order and returns it as its buyer sees it. The answer is stored under its key in the same transaction.
   * Refuses like `place`, with key_reused, and with service_unavailable if too many orders are waiting.
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
/** Concurrent placements on the careful path. More would only wait for each other's stock lock. */
const MAX_CAREFUL = 2;

interface Waiting {
  readonly request: PlacementRequest;
  readonly answer: PromiseWithResolvers<Answer>;
}

/**
 * Gathers the orders of this process into batches. Orders that arrive while a batch is placed form the next batch; without
 * a running batch, an order is placed immediately. Orders that a batch cannot decide take the careful path.
 */
export function openOrderBatcher(services: BatcherServices): OrderBatcher {
  const waiting: Waiting[] = [];
  const unanswered = new Set<Promise<unknown>>();
  const careful = pLimit(MAX_CAREFUL);
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    // Requests of the same turn of the event loop form one batch.
    await tick();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      const requests = batch.map(({ request }) => request);
      const outcomes = await onBehalfOf(batch[0]!, () => placeBatch(services, requests));
      for (const [index, each] of batch.entries()) finish(each, outcomes[index]!);
    }
    isRunning = false;
  }

  function finish(each: Waiting, outcome: Outcome | Error): void {
    const { answer } = each;
    if (outcome instanceof Error) answer.reject(outcome);
    else if (outcome) answer.resolve(outcome);
    else
      careful(() => onBehalfOf(each, () => placeAlone(services, each.request))).then(
        answer.resolve,
        answer.reject,
      );
  }

  /** Requests share this loop, so it says whose trace and language the work has. A batch has those of its first request. */
  function onBehalfOf<Result>({ request }: Waiting, work: () => Promise<Result>): Promise<Result> {
    const { traceparent: parent = null, language = 'en' } = request;
    return inLanguage(language, () => traced('placement', {}, work, { parent }));
  }

  return {
    place: async (request) => {
      if (unanswered.size >= MAX_WAITING) refuse('service_unavailable', { retryAfterSeconds: 1 });
      const answer = Promise.withResolvers<Answer>();
      const parent = traceparent();
      const origin = { language: currentLanguage(), ...(parent && { traceparent: parent }) };
      waiting.push({ request: { ...request, ...origin }, answer });
      if (!isRunning) void run();
      const answered = answer.promise.finally(() => unanswered.delete(answered));
      unanswered.add(answered);
      return answered;
    },
    close: async () => void (await Promise.allSettled(unanswered)),
  };
}

/** The outcomes of a batch. If the database refused the batch, each order is placed alone. Any other error is the outcome of all its orders. */
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

/** Whether the database refused a statement, so nothing was stored. After a lost connection the orders may be placed. */
const wasRolledBack = (error: unknown): boolean =>
  /^(?:22|23|40|55)...$/.test(String((error as { code?: unknown }).code ?? ''));

/** Places one order on the careful path. */
export function placeAlone(
  { db, queue, vault }: BatcherServices,
  { buyerId, order, keyed, authority }: PlacementRequest,
): Promise<Answer> {
  const transact: Transact = (work) =>
    authority ? inAuthorisedTransaction(db, authority, work) : inTransaction(db, work);
  return runOnce(transact, keyed, CREATED, async (tx) =>
    z.encode(RobuxOrder, await readOrder(tx, await place(tx, { queue, vault }, buyerId, order), buyerId)),
  );
}
