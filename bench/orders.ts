import { type Figures, keepInFlight } from './in-flight.ts';
import { openOrderBench } from './order-bench.ts';
import { type Measured, openTpcB } from './pgbench.ts';
import { type Row, rowOfPairs } from './row.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const SELLERS = 50;
const IN_FLIGHT = [1, 16, 64, 256] as const;
const AT_LEAST = { 1: 0.25, 16: 0.7, 64: 1.2, 256: 1.4 } as const;
const HOT_IN_FLIGHT = 64;
const HOT = { atLeast: 0.8 };

type InFlight = (typeof IN_FLIGHT)[number];
interface Round {
  readonly ours: ReadonlyMap<InFlight, Figures>;
  readonly reference: ReadonlyMap<InFlight, Measured>;
  readonly hotBuyer: Figures;
  readonly hotSeller: Figures;
  /** The spread load right before the hot ones. */
  readonly spread: Figures;
}

/** Orders placed by the order batcher, against pgbench's TPC-B on the same server, in alternating rounds. */
export async function benchOrders(): Promise<Row[]> {
  const bench = await openOrderBench();
  try {
    const tpcB = await openTpcB(bench.serverUrl);
    console.log(`${tpcB.name}, ${ROUNDS} rounds of ${SECONDS} s each`);
    let acknowledged = 0;
    let turn = 0;
    const measured = async (inFlight: number, buyers = bench.buyers) => {
      const figures = await keepInFlight(inFlight, SECONDS, () =>
        bench.order(buyers[turn++ % buyers.length]!),
      );
      acknowledged += figures.count;
      return figures;
    };
    await bench.sell(SELLERS);
    await measured(64);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await bench.sell(SELLERS);
      const ours = new Map<InFlight, Figures>();
      const reference = new Map<InFlight, Measured>();
      for (const inFlight of IN_FLIGHT) {
        reference.set(inFlight, await tpcB.run(inFlight, SECONDS));
        ours.set(inFlight, await measured(inFlight));
      }
      const spread = await measured(HOT_IN_FLIGHT);
      const hotBuyer = await measured(HOT_IN_FLIGHT, bench.buyers.slice(0, 1));
      await bench.sell(1);
      const hotSeller = await measured(HOT_IN_FLIGHT);
      rounds.push({ ours, reference, spread, hotBuyer, hotSeller });
    }
    await bench.prove(acknowledged);
    return rowsOf(rounds);
  } finally {
    await bench.close();
  }
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const best = ({ reference }: Round) =>
    Math.max(...[...reference.values()].map(({ perSecond }) => perSecond).filter(Number.isFinite));
  const rows = IN_FLIGHT.flatMap((inFlight) => {
    const pairs = rounds.map((round) => {
      const [ours, reference] = [round.ours.get(inFlight)!, round.reference.get(inFlight)!];
      return {
        rate: { ours: ours.perSecond, reference: inFlight === 1 ? reference.perSecond : best(round) },
        slow: { ours: ours.p99Ms, reference: reference.meanMs },
      };
    });
    const against = inFlight === 1 ? 'TPC-B, 1 client' : 'TPC-B, best number of clients';
    return [
      rowOfPairs(
        `orders, ${inFlight} in flight; ${against}`,
        '/s',
        pairs.map(({ rate }) => rate),
        { atLeast: AT_LEAST[inFlight] },
      ),
      rowOfPairs(
        `p99 of an order, ${inFlight} in flight; mean of TPC-B, as many clients`,
        'ms',
        pairs.map(({ slow }) => slow),
        null,
      ),
    ];
  });
  const againstSpread = (of: 'hotBuyer' | 'hotSeller') =>
    rounds.map((round) => ({ ours: round[of].perSecond, reference: round.spread.perSecond }));
  return [
    ...rows,
    rowOfPairs(
      `one hot buyer, ${HOT_IN_FLIGHT} in flight; spread load`,
      '/s',
      againstSpread('hotBuyer'),
      HOT,
    ),
    rowOfPairs(
      `one hot seller, ${HOT_IN_FLIGHT} in flight; spread load`,
      '/s',
      againstSpread('hotSeller'),
      HOT,
    ),
  ];
}
