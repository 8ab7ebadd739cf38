import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { buildMarket, type Drawn, plain } from '../../../../test/placement-world.ts';
import { proveBooks } from '../../../money/ledger/proof.ts';
import { type Calls, openCalls } from '../../../platform/db/prepared-pool.ts';
import type { Answer } from '../../../platform/idempotency/answers.ts';
import { openQueue, type Queue } from '../../../platform/jobs/queue.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { Refusal } from '../../../refusal.ts';
import { placeAlone, placeBatch } from './order-batcher.ts';
import { placeTogether } from './place-together.ts';
import type { Member } from './placement-request.ts';

/** How many markets are drawn: `LANE_MARKETS=1000` for a long walk. */
const MARKETS = Number(process.env.LANE_MARKETS ?? 8);

let database: TestDatabase;
let queue: Queue;
let calls: Calls;
/** No order here comes with a cookie. */
const vault = {} as Vault;
beforeAll(async () => {
  database = await openTestDatabase();
  queue = openQueue(database.url, { listen: false });
  await queue.start();
  calls = openCalls(database.url, 1);
});
afterAll(async () => {
  await calls.close();
  await queue.stop({ graceful: false });
  await database.close();
});

const often = fc.boolean();
const seldom = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
const wish = {
  robux: fc.integer({ min: 100, max: 900 }),
  atMostRateCents: fc.option(fc.constantFrom(199, 200, 260, 600)),
};
const market = fc.record({
  buyers: fc.array(
    fc.record({ cents: fc.integer({ min: 0, max: 900 }), isFrozen: seldom, isYoung: seldom }),
    { minLength: 3, maxLength: 3 },
  ),
  accounts: fc.array(
    fc.record({
      owner: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 4 }),
      ownerIsBanned: seldom,
      robux: fc.oneof(fc.integer({ min: 0, max: 2_500 }), fc.constant(20_000)),
      rateCents: fc.constantFrom(200, 200, 250, 333),
      isManual: often,
      usedBefore: fc.option(fc.integer({ min: 1, max: 30 })),
    }),
    { maxLength: 6 },
  ),
  orders: fc.array(
    fc.record({
      buyer: fc.integer({ min: 0, max: 2 }),
      ...wish,
      key: fc.option(fc.integer({ min: 0, max: 3 })),
      body: seldom.map(Number),
    }),
    { minLength: 2, maxLength: 12 },
  ),
  /** What is wanted under each key: a repeat wants the same, or another body would be a wish that a batch puts last. */
  keyed: fc.array(fc.record(wish), { minLength: 4, maxLength: 4 }),
  capUsd: fc.constantFrom(null, null, 5),
  ageDays: fc.constantFrom(0, 0, 30),
});
const drawn: fc.Arbitrary<Drawn & { capUsd: number | null; ageDays: number }> = market.map(
  ({ keyed, orders, ...rest }) => ({
    ...rest,
    orders: orders.map((order) => (order.key === null ? order : { ...order, ...keyed[order.key]! })),
  }),
);

test('S4.14 what is placed together, or alone, is what each would have got singly: orders, holds, stock, turns, jobs, timelines, answers, guards', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (market) => {
      await set('new_buyer_cap', { usd: market.capUsd });
      await set('account_age', { days: market.ageDays });
      const singly = await played(market, eachBy(single));
      expect(await played(market, together)).toEqual(singly);
      expect(await played(market, beside)).toEqual(singly);
      expect(await played(market, carefully)).toEqual(singly);
      expect(await played(market, eachBy(lone))).toEqual(singly);
    }),
    { numRuns: MARKETS },
  );
  expect(await proveBooks(database.db)).toEqual([]);
}, 1_800_000);

type Got = Answer | Refusal;
type Play = (members: readonly Member[]) => Promise<Got[]>;

async function played(market: Drawn, play: Play): Promise<unknown> {
  const built = await buildMarket(database, market);
  await built.open();
  const got = await play(built.members);
  return { got: shown(got), traces: await built.traces() };
}

/** Refusals with their code where nothing was placed after them: the others may have a second reason by the time they are alone. */
function shown(got: readonly Got[]): unknown {
  const last = got.findLastIndex((one) => !(one instanceof Refusal) && !one.replayed);
  const ids = got.map((one) => (one instanceof Refusal ? null : (one.body as { id: string }).id));
  return got.map((one, index) => {
    if (one instanceof Refusal) return index > last ? one.code : 'refused';
    return { ...(plain(one, [], []) as object), sameAs: ids.indexOf(ids[index]!) };
  });
}

const eachBy =
  (place: (member: Member) => Promise<Got>): Play =>
  async (members) => {
    const got: Got[] = [];
    for (const member of members) got.push(await place(member));
    return got;
  };

const single = (member: Member): Promise<Got> =>
  placeAlone({ db: database.db, queue, vault }, member).catch(refusalOf);

const batched =
  (place: (members: readonly Member[]) => Promise<readonly (Answer | Error | null)[]>): Play =>
  async (members) => {
    const got: Got[] = [];
    for (const [index, outcome] of (await place(members)).entries())
      got.push(outcome === null ? await single(members[index]!) : outcomeOf(outcome));
    return got;
  };
/** As the lane does, when nobody else is under way and when somebody is. */
const together = batched((members) => placeBatch({ db: database.db, calls }, members, { isBeside: false }));
const beside = batched((members) => placeBatch({ db: database.db, calls }, members, { isBeside: true }));
/** As the lane does with what is not plain. */
const carefully = batched((members) => placeTogether({ db: database.db, calls }, members));

const lone = async (member: Member): Promise<Got> => (await together([member]))[0]!;

function outcomeOf(outcome: Answer | Error): Got {
  return outcome instanceof Error ? refusalOf(outcome) : outcome;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

async function set(key: string, value: object): Promise<void> {
  await database.asOwner('update settings set value = $2 where key = $1', [key, JSON.stringify(value)]);
}
