import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMarket, type Drawn, plain } from '../../../../test/drawn-market.ts';
import { openPlacementWorld, type PlacementWorld } from '../../../../test/placement-world.ts';
import { setSetting } from '../../../../test/settings.ts';
import { proveBooks } from '../../../money/ledger/proof.ts';
import type { Answer } from '../../../platform/idempotency/answers.ts';
import { Refusal } from '../../../refusal.ts';
import { placeAlone, placeBatch } from './order-batcher.ts';
import type { PlacementRequest } from './placement-request.ts';

/** Number of random markets; `npm run test:long` uses 1,000. */
const MARKETS = Number(process.env.PLACEMENT_MARKETS ?? 8);

let world: PlacementWorld;
beforeAll(async () => {
  world = await openPlacementWorld();
});
afterAll(() => world.close());

const often = fc.boolean();
const rarely = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
const request = {
  robux: fc.integer({ min: 100, max: 900 }),
  maxRateCents: fc.option(fc.constantFrom(199, 200, 260, 600)),
  isOtherPass: often,
};
const market = fc.record({
  buyers: fc.array(
    fc.record({ cents: fc.integer({ min: 0, max: 900 }), isFrozen: rarely, isYoung: rarely }),
    { minLength: 3, maxLength: 3 },
  ),
  accounts: fc.array(
    fc.record({
      owner: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 4 }),
      ownerIsBanned: rarely,
      robux: fc.oneof(fc.integer({ min: 0, max: 2_500 }), fc.constant(20_000)),
      rateCents: fc.constantFrom(200, 200, 250, 333),
      isManual: often,
      usedBefore: fc.option(fc.integer({ min: 1, max: 30 })),
      hasBought: often,
    }),
    { maxLength: 10 },
  ),
  orders: fc.array(
    fc.record({
      buyer: fc.integer({ min: 0, max: 2 }),
      ...request,
      key: fc.option(fc.integer({ min: 0, max: 3 })),
      body: rarely.map(Number),
    }),
    { minLength: 2, maxLength: 12 },
  ),
  /** The request of each key. Repeats use the same request, because a batch handles a repeated key with another body last. */
  keyed: fc.array(fc.record(request), { minLength: 4, maxLength: 4 }),
  capUsd: fc.constantFrom(null, null, 5),
  ageDays: fc.constantFrom(0, 0, 30),
});
const drawn: fc.Arbitrary<Drawn & { capUsd: number | null; ageDays: number }> = market.map(
  ({ keyed, orders, ...rest }) => ({
    ...rest,
    orders: orders.map((order) => (order.key === null ? order : { ...order, ...keyed[order.key]! })),
  }),
);

test('S4.12 a batch, a batch of one and the careful path write the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (market) => {
      await setSetting(world.database, 'new_buyer_cap', { usd: market.capUsd });
      await setSetting(world.database, 'account_age', { days: market.ageDays });
      const carefully = await played(market, eachBy(careful));
      expect(await played(market, together)).toEqual(carefully);
      expect(await played(market, eachBy(batchOfOne))).toEqual(carefully);
    }),
    { numRuns: MARKETS },
  );
  expect(await proveBooks(world.database.db)).toEqual([]);
}, 3_600_000);

type Outcome = Answer | Refusal;
type Play = (requests: readonly PlacementRequest[]) => Promise<Outcome[]>;

async function played(market: Drawn, play: Play): Promise<unknown> {
  const built = await buildMarket(world.database, market);
  await built.open();
  const got = await play(built.requests);
  return { got: shown(got), traces: await built.traces() };
}

/** Compares refusal codes only after the last placed order. An earlier refusal may have another reason when it is repeated alone. */
function shown(got: readonly Outcome[]): unknown {
  const last = got.findLastIndex((one) => !(one instanceof Refusal) && !one.replayed);
  const ids = got.map((one) => (one instanceof Refusal ? null : (one.body as { id: string }).id));
  return got.map((one, index) => {
    if (one instanceof Refusal) return index > last ? one.code : 'refused';
    return { ...(plain(one, [], []) as object), sameAs: ids.indexOf(ids[index]!) };
  });
}

const eachBy =
  (place: (request: PlacementRequest) => Promise<Outcome>): Play =>
  async (requests) => {
    const got: Outcome[] = [];
    for (const request of requests) got.push(await place(request));
    return got;
  };

const services = () => ({ db: world.database.db, queue: world.queue, vault: world.vault });

const careful = (request: PlacementRequest): Promise<Outcome> =>
  placeAlone(services(), request).catch(refusalOf);

/** Like the batcher: requests that the batch leaves undecided take the careful path afterwards. */
const together: Play = async (requests) => {
  const got: Outcome[] = [];
  for (const [index, outcome] of (await placeBatch(services(), requests)).entries())
    got.push(outcome === null ? await careful(requests[index]!) : outcomeOf(outcome));
  return got;
};

const batchOfOne = async (request: PlacementRequest): Promise<Outcome> => (await together([request]))[0]!;

function outcomeOf(outcome: Answer | Error): Outcome {
  return outcome instanceof Error ? refusalOf(outcome) : outcome;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
