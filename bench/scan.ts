import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rollBackTo } from '../server/src/money/litecoin/roll-back.ts';
import { openScanner, type Scanner } from '../server/src/money/litecoin/scan.ts';
import { openWatched } from '../server/src/money/litecoin/watched-scripts.ts';
import { type Db, inTransaction } from '../server/src/platform/db/pool.ts';
import { type Row, rowOfPairs, type Target, timed } from './row.ts';
import { openScanWorld, type ScanWorld } from './scan-world.ts';

const BLOCKS = 150;
const ROUNDS = 5;
/** The number of calls that the scanner has in progress. */
const IN_FLIGHT = 4;
const MAX_WATCHED = 1_000_000;
const WATCHED = [1_000, MAX_WATCHED];

/** Blocks scanned per second, against bare `getblock` calls to the same node, in alternating rounds. */
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
  // the first scan loads the watched addresses, which a running scanner does only once
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
    rowOf(`${what}, bare calls one by one`, rounds, ({ single }) => single, { atLeast: 0.8 }),
    rowOf(`${what}, ${IN_FLIGHT} bare calls at the same time`, rounds, ({ together }) => together, null),
  ];
}

const MAX_MB = 64;

/** The memory that the scanner needs to recognise Sterling's scripts. */
async function memoryRow(db: Db, addresses: number): Promise<Row> {
  // a first refresh fills the caches of the reader and the database client, which must not count
  await inTransaction(db, (tx) => openWatched().refresh(tx));
  const before = await bytesInUse();
  const watched = openWatched();
  await inTransaction(db, (tx) => watched.refresh(tx));
  const bytes = (await bytesInUse()) - before;
  if (watched.mayBeOurs('')) throw new Error('an empty script must not be watched');
  const pair = { ours: bytes / 1024 / 1024, reference: MAX_MB };
  return rowOfPairs(`${addresses.toLocaleString('en')} watched, memory`, 'MB', [pair], { atMost: 1 });
}

const SETTLED_BYTES = 64 * 1_024;
const SETTLE_MS = 50;

/** Memory in use after garbage collection. Buffers are freed some turns after their owners, so collect until nothing changes. */
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
  target: Target | null,
): Row {
  const pairs = rounds.map((round) => ({ ours: round.ours, reference: referenceOf(round) }));
  return rowOfPairs(what, 'blocks/s', pairs, target);
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

/** The minimum work: get each block once as JSON, with this many calls in progress. */
async function getBlocks({ chain, hashes }: ScanWorld, inFlight: number): Promise<void> {
  const waiting = hashes.values();
  const caller = async () => {
    for (const hash of waiting) await chain.rpc('getblock', hash, 2);
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  return (BLOCKS * 1_000) / (await timed(work));
}
