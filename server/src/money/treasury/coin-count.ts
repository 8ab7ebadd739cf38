import { type Litoshi, litoshi, ltcOf } from '@sterling/contract/money.ts';
import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import type { Unspent } from '../../outside/litecoin-node.ts';
import { type Db, inTransaction } from '../../platform/db/pool.ts';
import type { Json } from '../../platform/db/types.generated.ts';
import { toStore, WITH_VALUES } from '../../platform/stored-texts.rules.ts';
import { sumOf } from '../litecoin/deposits.rules.ts';
import { type NamedDifference, unaccepted } from './differences.reads.ts';
import { reportDifferences } from './stops.ts';

/** A coin that only the node or only the books have. */
export interface CoinDifference {
  readonly txid: string;
  readonly n: number;
  readonly litoshi: number;
  readonly only: 'node' | 'books';
}

export interface CoinCount {
  readonly at: Date;
  readonly height: number;
  readonly counted: Litoshi;
  readonly booked: Litoshi;
  /** Without those that an owner has accepted. */
  readonly differences: readonly CoinDifference[];
}

/**
 * Compares the node's count at one block with the books at the same block, and stores the result. A difference that no
 * owner has accepted opens a review, which stops payouts. Null when the block is not applied here.
 */
export async function storeCount(db: Db, found: Unspent, tookMs: number): Promise<CoinCount | null> {
  const booked = await bookedAt(db, found);
  if (!booked) return null;
  const counted = await withoutOwnersCoins(db, found.coins, booked);
  const sums = { countedLitoshi: sumOf(counted), bookedLitoshi: sumOf(booked) };
  const odd = [...without(counted, booked, 'node'), ...without(booked, counted, 'books')];
  const { height, hash } = found;
  await inTransaction(db, async (tx) => {
    const left = (await reportDifferences(tx, 'coin_difference', odd.map(named))).map(({ coin }) => coin);
    const listed = [...left, ...odd.filter((coin) => !left.includes(coin))].slice(0, MAX_LISTED);
    const differences = JSON.stringify(listed) as unknown as Json;
    await tx
      .insertInto('coinCounts')
      .values({ tookMs, height, hash, ...sums, differences })
      .execute();
  });
  await sql`delete from coin_counts where at < now() - make_interval(days => ${COUNTS_KEPT_DAYS})`.execute(
    db,
  );
  return lastCount(db);
}

/** The last count; null before the first. */
export async function lastCount(db: Db): Promise<CoinCount | null> {
  const row = await db.selectFrom('coinCounts').orderBy('id', 'desc').selectAll().limit(1).executeTakeFirst();
  if (!row) return null;
  const { at, height, countedLitoshi, bookedLitoshi } = row;
  const found = row.differences as unknown as CoinDifference[];
  const left = await unaccepted(db, 'coin_difference', found.map(named));
  const sums = { counted: litoshi(countedLitoshi), booked: litoshi(bookedLitoshi) };
  return { at, height, ...sums, differences: left.map(({ coin }) => coin) };
}

const MAX_LISTED = 1_000;
const COUNTS_KEPT_DAYS = 365;

type Coin = Omit<Unspent['coins'][number], 'script'>;
const nameOf = ({ txid, n, litoshi: value }: Coin): string => `${txid}:${n} ${value}`;

/** Leaves out coins that the cold storage held before it was watched. They belong to the owner. */
async function withoutOwnersCoins(db: Db, counted: Unspent['coins'], booked: readonly Coin[]) {
  const rows = await db.selectFrom('addresses').where('account', '=', 'cold').select('script').execute();
  const cold = new Set(rows.map(({ script }) => script.toString('hex')));
  const known = new Set(booked.map(nameOf));
  return counted.filter((coin) => !cold.has(coin.script) || known.has(nameOf(coin)));
}

/** Our unspent outputs at a block. One statement, so that it reads one snapshot. */
async function bookedAt(db: Db, { height, hash }: Unspent): Promise<Coin[] | null> {
  const { rows } = await sql<{ coins: Coin[] | null }>`
    select (select coalesce(jsonb_agg(jsonb_build_object('txid', o.txid, 'n', o.n, 'litoshi', o.litoshi)), '[]')
      from chain_outputs o where o.height <= ${height} and (o.spent_height is null or o.spent_height > ${height})) as coins
    from chain_blocks b where b.height = ${height} and b.hash = ${hash}`.execute(db);
  return rows[0]?.coins ?? null;
}

function without(
  coins: readonly Coin[],
  others: readonly Coin[],
  only: CoinDifference['only'],
): CoinDifference[] {
  const known = new Set(others.map(nameOf));
  return coins
    .filter((coin) => !known.has(nameOf(coin)))
    .map(({ txid, n, litoshi: value }) => ({ txid, n, litoshi: value, only }));
}

function named(coin: CoinDifference): NamedDifference & { readonly coin: CoinDifference } {
  const { txid, n, litoshi: amount, only } = coin;
  const holder = only === 'node' ? text('the node') : text('the ledger');
  const place = `${txid}:${n}`;
  const values = { holder, amount: ltcOf(litoshi(amount)).toFixed(8), coin: place };
  return {
    coin,
    subject: `${place}, only ${holder}`,
    amount,
    text: toStore(WITH_VALUES.coinDifference, values),
  };
}
