import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rollBackTo } from '../server/src/money/litecoin/roll-back.ts';
import { openScanner, type Scanner } from '../server/src/money/litecoin/scan.ts';
import { openWatched } from '../server/src/money/litecoin/watched.ts';
import { type Db, inTransaction } from '../server/src/platform/db/pool.ts';
import type { Row } from './row.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const BLOCKS = 150;
const ROUNDS = 5;
/** As many calls as the scanner has in progress. */
const IN_FLIGHT = 4;
const MAX_WATCHED = 1_000_000;
const WATCHED = [1_000, MAX_WATCHED];

/** Blocks scanned a second against bare `getblock` calls to the same node, in alternating rounds. */
export async function benchScan(): Promise<Row[]> {
  const world = await openScanWorld(BLOCKS);
  console.log(`${BLOCKS} blocks on ${world.chainName}, ${ROUNDS} rounds`);
  try {
    const rows: Row[] = [];
    for (const addresses of WATCHED) rows.push(...(await measure(world, addresses)));
    return [...rows, await memoryRow(world.db, MAX_WATCHED)];
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

const MAX_BYTES = 64 * 1024 * 1024;

/** What a follower keeps in memory to know which scripts are ours. */
async function memoryRow(db: Db, addresses: number): Promise<Row> {
  // one comes and goes first: what its reader and the database's client keep is not of what is watched
  await inTransaction(db, (tx) => openWatched().refresh(tx));
  const before = await bytesInUse();
  const watched = openWatched();
  await inTransaction(db, (tx) => watched.refresh(tx));
  const bytes = (await bytesInUse()) - before;
  if (watched.mayBeOurs('')) throw new Error('nothing is nobody’s script');
  const inMb = (of: number) => of / 1024 / 1024;
  return {
    what: `${addresses.toLocaleString('en')} watched, memory that stays`,
    unit: 'MB',
    ours: inMb(bytes),
    reference: inMb(MAX_BYTES),
    ratio: bytes / MAX_BYTES,
    target: 1,
    isMost: true,
  };
}

const SETTLED_BYTES = 64 * 1_024;
const SETTLE_MS = 50;

/** What is left after everything that nobody holds any longer is thrown away: buffers go some turns after those who held them. */
async function bytesInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let last = Number.NaN; ; ) {
    collect();
    await sleep(SETTLE_MS);
    const { heapUsed, external } = process.memoryUsage();
    const used = heapUsed + external;
    if (Math.abs(used - last) < SETTLED_BYTES) return used;
    last = used;
  }
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
