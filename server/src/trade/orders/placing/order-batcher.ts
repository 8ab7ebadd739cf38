import { setImmediate as tick } from 'node:timers/promises';
import type { Db } from '../../../platform/db/pool.ts';
import type { Calls } from '../../../platform/db/prepared-pool.ts';
import { type Answer, runOnce } from '../../../platform/idempotency/answers.ts';
import type { Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { refuse } from '../../../refusal.ts';
import { readOrder } from '../orders.reads.ts';
import { place, refuseSize } from './place.ts';
import { type BatchServices, placePlain, placeTogether } from './place-together.ts';
import { CREATED, type Member, type Outcome } from './placement-request.ts';

export interface OrderLane {
  /**
   * Places an order and answers with it as its buyer sees it, kept under its key in the same transaction. Refuses as
   * `place` does, with key_reused, and with service_unavailable when too many wait already.
   */
  place(member: Member): Promise<Answer>;
  /** Resolves when everybody who waits has an answer. */
  close(): Promise<void>;
}

interface LaneServices {
  readonly db: Db;
  readonly queue: Queue;
  readonly vault: Vault;
  readonly calls: Calls;
}

const MOST_WAITING = 2_000;
const MOST_TOGETHER = 256;
const MOST_UNDER_WAY = 2;
/** So many are worth a call of their own beside the one under way: fewer wait for it, and go in one transaction. */
const LEAST_BESIDE = 12;
/** So long nobody goes beside a batch alone: longer than that it waits for somebody's wallet, and the others do not. */
const PATIENCE_MS = 25;
/** Another process took what a batch alone had chosen: for so long, stock is claimed first. */
const MET_FOR_MS = 1_000;
const MOST_TRIES = 5;

interface Waiting {
  readonly member: Member;
  readonly answer: PromiseWithResolvers<Answer>;
}

/**
 * The way that orders take to the database in this process. One that comes alone is placed at once; what gathers while
 * the commit of those before is on its way is placed together. What cannot be is placed by itself afterwards.
 */
export function openOrderLane(services: LaneServices): OrderLane {
  const gathered: Waiting[] = [];
  let waiting = 0;
  const running = new Set<Promise<void>>();
  let underWay = 0;
  let goesAlone = false;
  let metAt = Number.NEGATIVE_INFINITY;
  let alone: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    // all that come at the same time, and those who were waiting for the last ones, are there before the next go
    for (await tick(); mayGo(); await tick()) {
      const batch = gathered.splice(0, sizeOf(gathered.length));
      const members = batch.map(({ member }) => member);
      const isBeside = underWay > 0 || gathered.length > 0 || performance.now() - metAt < MET_FOR_MS;
      underWay += 1;
      goesAlone = !isBeside;
      const patience = isBeside ? undefined : setTimeout(besideIt, PATIENCE_MS);
      const outcomes = await placeBatch(services, members, { isBeside, met });
      clearTimeout(patience);
      underWay -= 1;
      for (const [index, each] of batch.entries()) settle(each, outcomes[index]!);
    }
  }

  function start(): void {
    if (running.size === MOST_UNDER_WAY) return;
    const one = run().finally(() => running.delete(one));
    running.add(one);
  }

  /** Nobody goes beside a batch alone: they would want the stock that it has chosen. */
  const mayGo = () => (underWay === 0 ? gathered.length > 0 : !goesAlone && gathered.length >= LEAST_BESIDE);
  const besideIt = () => {
    goesAlone = false;
    start();
  };
  const met = () => {
    metAt = performance.now();
  };

  /** Half of many, so that the others go beside them. */
  const sizeOf = (many: number) =>
    underWay === 0 && many >= 2 * LEAST_BESIDE ? Math.min(Math.ceil(many / 2), MOST_TOGETHER) : MOST_TOGETHER;

  function settle({ member, answer }: Waiting, outcome: Outcome | Error): void {
    if (outcome instanceof Error) answer.reject(outcome);
    else if (outcome) answer.resolve(outcome);
    else alone = alone.then(() => placeAlone(services, member).then(answer.resolve, answer.reject));
  }

  return {
    place: async (member) => {
      refuseSize(member.order);
      if (waiting >= MOST_WAITING) refuse('service_unavailable', { retryAfterSeconds: 1 });
      waiting += 1;
      const answer = Promise.withResolvers<Answer>();
      gathered.push({ member, answer });
      start();
      return answer.promise.finally(() => {
        waiting -= 1;
      });
    },
    close: async () => {
      while (running.size > 0) await Promise.all(running);
      await alone;
    },
  };
}

/**
 * The outcomes of a batch: null for whoever is to be placed by himself; the error for all of whom nobody knows whether they
 * were. What is plain goes first, the others with a closer look. `isBeside`: others are under way, or will be; `met` hears that
 * stock changed while it was chosen.
 */
export async function placeBatch(
  services: BatchServices,
  members: readonly Member[],
  { isBeside, met }: { isBeside: boolean; met?: () => void },
): Promise<readonly (Outcome | Error)[]> {
  const plainly = async () => {
    try {
      return await placePlain(services, members, { isBeside });
    } catch (error) {
      if (codeOf(error) === STOCK_CHANGED) met?.();
      throw error;
    }
  };
  const first = await tried(plainly, members, 1);
  const left = members.filter((_, index) => first[index] === null);
  if (left.length === 0) return first;
  const then = await tried(() => placeTogether(services, left), left, MOST_TRIES);
  const outcomeOf = new Map(left.map((member, index) => [member, then[index]!]));
  return members.map((member, index) => first[index] ?? outcomeOf.get(member) ?? null);
}

async function tried(
  work: () => Promise<Outcome[]>,
  members: readonly Member[],
  mostTries: number,
): Promise<readonly (Outcome | Error)[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUndone(error)) return members.map(() => error as Error);
      if (tries === mostTries || !isPassing(error)) return members.map(() => null);
    }
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** The database refused a statement, so nothing of its transaction was done; a lost connection tells nothing. */
const isUndone = (error: unknown): boolean => /^(?:22|23|40|55|LN)...$/.test(codeOf(error));

const STOCK_CHANGED = 'LN001';

/** Another came first: it is decided anew. */
const isPassing = (error: unknown): boolean =>
  ['40001', '40P01', '23505', STOCK_CHANGED].includes(codeOf(error));

/** Places an order by itself, with the closest look. */
export function placeAlone(
  { db, queue, vault }: Omit<LaneServices, 'calls'>,
  { buyerId, order, keyed }: Member,
): Promise<Answer> {
  return runOnce(db, keyed, CREATED, async (tx) =>
    readOrder(tx, await place(tx, { queue, vault }, buyerId, order), buyerId),
  );
}
