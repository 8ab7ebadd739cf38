import { inTransaction } from '../server/src/db/pool.ts';
import { rollBackTo } from '../server/src/litecoin/roll-back.ts';
import { openScanner, type Scanner } from '../server/src/litecoin/scan.ts';
import type { Row } from './main.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const BLOCKS = 150;
const ROUNDS = 5;
/** As many calls as the scanner has under way. */
const IN_FLIGHT = 4;
const WATCHED = [1_000, 1_000_000];

/** Blocks scanned a second against bare `getblock` calls to the same node, in alternating rounds. */
export async function benchScan(): Promise<Row[]> {
  const world = await openScanWorld(BLOCKS);
  console.log(`${BLOCKS} blocks on ${world.chainName}, ${ROUNDS} rounds`);
  try {
    const rows: Row[] = [];
    for (const addresses of WATCHED) rows.push(...(await measure(world, addresses)));
    return rows;
  } finally {
    await world.close();
  }
}

async function measure(world: ScanWorld, addresses: number): Promise<Row[]> {
  await world.watch(addresses);
  const { db, chain } = world;
  const scanner = openScanner({ db, node: chain.node, network: 'regtest' });
  // the first round loads what is watched; the others measure what a follower does all day
  await scanner.scanOnce();
  await scanRound(world, scanner);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      single: await perSecond(() => getBlocks(world, 1)),
      ours: await scanRound(world, scanner),
      together: await perSecond(() => getBlocks(world, IN_FLIGHT)),
    });
  }
  const what = `${addresses.toLocaleString('en')} watched`;
  return [
    rowOf(`${what}, bare calls one by one`, rounds, ({ single }) => single, 0.8),
    rowOf(`${what}, bare calls ${IN_FLIGHT} at once`, rounds, ({ together }) => together, null),
  ];
}

interface Round {
  readonly single: number;
  readonly together: number;
  readonly ours: number;
}

function rowOf(
  what: string,
  rounds: readonly Round[],
  referenceOf: (round: Round) => number,
  target: number | null,
): Row {
  return {
    what,
    unit: 'blocks/s',
    ours: median(rounds.map(({ ours }) => ours)),
    reference: median(rounds.map(referenceOf)),
    ratio: median(rounds.map((round) => round.ours / referenceOf(round))),
    target,
  };
}

async function scanRound({ db, start, deposits }: ScanWorld, scanner: Scanner): Promise<number> {
  await inTransaction(db, (tx) => rollBackTo(tx, start));
  const rate = await perSecond(async () => void (await scanner.scanOnce()));
  const { count } = await db
    .selectFrom('deposits')
    .where('height', '>', start)
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count !== deposits) throw new Error(`${count} deposits were found instead of ${deposits}`);
  return rate;
}

/** What has to be done at least: each block asked for once, as JSON, so many calls at a time. */
async function getBlocks({ chain, hashes }: ScanWorld, atOnce: number): Promise<void> {
  const waiting = hashes.values();
  const lane = async () => {
    for (const hash of waiting) await chain.rpc('getblock', hash, 2);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (BLOCKS * 1_000) / (performance.now() - startedAt);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
