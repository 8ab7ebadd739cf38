import type { Cents, Rate } from '@sterling/contract/money.ts';
import { RobuxOrder } from '@sterling/contract/orders.ts';
import { currentLanguage } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { shortageHint } from '../../../money/ledger/ledger.ts';
import { stillAuthorised } from '../../../people/sessions/authority.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/db/pool.ts';
import {
  type Answer,
  isAnswered,
  type Keyed,
  nameOfKey,
  replayOf,
  storeAnswers,
  storedKeys,
} from '../../../platform/idempotency/answers.ts';
import { enqueueAll, type Queue } from '../../../platform/jobs/queue.ts';
import { inLanguage } from '../../../platform/language.ts';
import { Refusal } from '../../../refusal.ts';
import { sentenceOf } from '../order-events.rules.ts';
import { shownOrder } from '../orders.reads.ts';
import { notifyParties } from '../timeline.ts';
import { passColumns } from './order-row.ts';
import { CREATED, type Outcome, type PlacementRequest } from './placement-request.ts';

export interface BatchServices {
  readonly db: Db;
  readonly queue: Queue;
}

/**
 * Places plain orders in one transaction, with the same result as one after the other, and stores their jobs and answers.
 * Returns for each the order, a refusal, or null if the careful path has to decide (a cookie, a limit, a frozen wallet,
 * unseen stock, a session that has ended or is in use, a key of refused calls). Of requests with the same key the first is placed, and the others replay it.
 */
export async function placeTogether(
  { db, queue }: BatchServices,
  requests: readonly PlacementRequest[],
): Promise<Outcome[]> {
  const firstOf = firstsByKey(requests);
  const plain = requests.filter((request) => isPlain(request) && firstOf(request) === request);
  const outcomes = await inTransaction(db, async (tx) => {
    const allowed = await allowedOf(tx, plain);
    const stored = await storedKeys(tx, keysOf(allowed));
    const placed = await placePlain(
      tx,
      queue,
      allowed.filter(({ keyed }) => !keyed || !stored.has(nameOfKey(keyed))),
    );
    return new Map(
      allowed.map((request) => {
        const earlier = request.keyed && stored.get(nameOfKey(request.keyed));
        const isReplay = earlier && isAnswered(earlier);
        return [
          request,
          isReplay ? replayOf(earlier, request.keyed) : (placed.get(request) ?? null),
        ] as const;
      }),
    );
  });
  return requests.map((request) => {
    const first = firstOf(request);
    const outcome = outcomes.get(first) ?? null;
    return first === request ? outcome : repeated(outcome, first, request);
  });
}

/** The requests whose callers may still place an order. The careful path refuses the others. */
async function allowedOf(tx: Tx, requests: readonly PlacementRequest[]): Promise<PlacementRequest[]> {
  const allowed = await stillAuthorised(
    tx,
    requests.flatMap(({ authority }) => authority ?? []),
  );
  return requests.filter(({ authority }) => !authority || allowed.has(authority));
}

/** The outcome of a request whose key is already in the batch: a replay of the first answer, or null if the first was not placed. */
function repeated(outcome: Outcome, first: PlacementRequest, { keyed }: PlacementRequest): Outcome {
  if (outcome === null || outcome instanceof Refusal) return null;
  return replayOf(
    { requestHash: first.keyed!.requestHash, status: outcome.status, reply: outcome.body },
    keyed!,
  );
}

/** An order with a cookie may have to be split, which a batch cannot do. */
const isPlain = ({ order }: PlacementRequest): boolean => order.buyerCookie === undefined;

const keysOf = (requests: readonly PlacementRequest[]): Keyed[] =>
  requests.flatMap(({ keyed }) => (keyed ? [keyed] : []));

function firstsByKey(requests: readonly PlacementRequest[]): (request: PlacementRequest) => PlacementRequest {
  const firsts = new Map<string, PlacementRequest>();
  for (const request of requests) {
    const name = request.keyed && nameOfKey(request.keyed);
    if (name && !firsts.has(name)) firsts.set(name, request);
  }
  return (request) => (request.keyed ? firsts.get(nameOfKey(request.keyed))! : request);
}

/**
 * Places plain orders with place_orders(), and stores their jobs, answers and news. A request without an outcome needs the
 * careful path.
 */
export async function placePlain(
  tx: Tx,
  queue: Queue,
  requests: readonly PlacementRequest[],
): Promise<Map<PlacementRequest, Outcome>> {
  const outcomes = new Map<PlacementRequest, Outcome>();
  if (requests.length === 0) return outcomes;
  const { rows } = await sql<Placement>`
    select * from place_orders(${JSON.stringify(requests.map(columnsOf))}::json)`.execute(tx);
  const placed = rows.filter(({ code }) => code === 'chosen');
  await enqueueAll(
    tx,
    queue,
    'orders.buy-gamepass',
    placed.map(({ n, id, sellerId }) => {
      const { traceparent } = requests[n - 1]!;
      return { orderId: id, sellerId, ...(traceparent && { traceparent }) };
    }),
  );
  for (const row of rows) {
    const request = requests[row.n - 1]!;
    if (row.code === 'chosen')
      outcomes.set(request, {
        status: CREATED,
        body: z.encode(RobuxOrder, newOrder(request, row)),
        replayed: false,
      });
    else outcomes.set(request, refusalOf(row));
  }
  await storeAnswers(
    tx,
    placed.flatMap(({ n }) => {
      const request = requests[n - 1]!;
      return request.keyed
        ? [{ keyed: request.keyed, status: CREATED, reply: (outcomes.get(request) as Answer).body }]
        : [];
    }),
  );
  for (const row of placed)
    await notifyParties(tx, { ...row, buyerId: requests[row.n - 1]!.buyerId }, 'pending');
  return outcomes;
}

/** Why place_orders() did not place a request. */
const refusalOf = ({ code, totalCents, spendableCents }: Placement): Refusal =>
  code === 'insufficient_balance'
    ? new Refusal(code, { hint: shortageHint(totalCents, spendableCents) })
    : new Refusal('out_of_stock');

/** A row of place_orders() (server/sql/orders/place-orders.sql). The fields after `code` are those of an order only if `code` is `chosen`. */
interface Placement {
  readonly n: number;
  readonly code: 'chosen' | 'out_of_stock' | 'insufficient_balance';
  readonly id: string;
  readonly accountId: string;
  readonly sellerId: string;
  readonly rateCents: Rate;
  readonly totalCents: Cents;
  readonly spendableCents: Cents;
  readonly createdAt: Date;
}

/** A row of the database type placement_request. */
function columnsOf({ buyerId, order }: PlacementRequest): object {
  const { gamepassUrl, passId, productId, passName, creatorType, creatorTargetId } = passColumns(order.pass);
  return {
    buyer_id: buyerId,
    robux_amount: order.robuxAmount,
    max_rate_cents: order.maxRateCents ?? null,
    gamepass_url: gamepassUrl,
    pass_id: passId,
    product_id: productId,
    pass_name: passName,
    creator_type: creatorType,
    creator_target_id: creatorTargetId,
  };
}

/** A new order as its buyer sees it. */
function newOrder(request: PlacementRequest, row: Placement): RobuxOrder {
  const { buyerId, order, language = currentLanguage() } = request;
  const { rateCents, totalCents, createdAt } = row;
  const placed = { code: 'placed', robux: order.robuxAmount, rateCents, totalCents } as const;
  const shown = {
    ...row,
    buyerId,
    robuxAmount: order.robuxAmount,
    gamepassUrl: order.pass.url,
    passName: order.pass.name,
    status: 'pending',
    failureReason: null,
    endedAt: null,
    manualDeadline: null,
    storeUrl: null,
  };
  const what = inLanguage(language, () => sentenceOf(placed, null));
  return shownOrder(shown, [{ at: createdAt, code: placed.code, what }], false);
}
