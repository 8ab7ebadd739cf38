import type { Descriptor } from '../../outside/litecoin-node.ts';
import { ageMsOf } from '../../platform/clock/ages.ts';
import { type Db, readClock } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/loop.ts';
import type { Services } from '../../services.ts';
import type { WalletKeys } from '../litecoin/keys.ts';
import { type CoinCount, lastCount, storeCount } from './coin-count.ts';

type Counting = Pick<Services, 'db' | 'node' | 'walletKeys' | 'log'>;

const POLL_EVERY_MS = 60_000;
const COUNT_EVERY_MS = 24 * 60 * 60_000;
/** A count with differences is repeated soon, because a person works on it by then. */
const COUNT_AGAIN_MS = 10 * 60_000;

/**
 * Lets the node count the coins once a day until `signal` is aborted. A count takes minutes and blocks nothing else.
 */
export async function followCoins(counting: Counting, signal: AbortSignal): Promise<void> {
  const { db, log } = counting;
  const failed = 'treasury: cannot count the coins';
  await repeat(async () => countIfDue(counting, await readClock(db), signal), {
    everyMs: POLL_EVERY_MS,
    failed,
    log,
    signal,
  });
}

/** Counts when the last count is old or had differences. Logs differences as fatal. Throws the reason of `signal` when it is aborted. */
export async function countIfDue(counting: Counting, now: Date, signal?: AbortSignal): Promise<void> {
  const last = await lastCount(counting.db);
  const everyMs = last && last.differences.length > 0 ? COUNT_AGAIN_MS : COUNT_EVERY_MS;
  if (last && ageMsOf(last.at, now) < everyMs) return;
  const count = await countCoins(counting, signal);
  if (count && count.differences.length > 0)
    counting.log.fatal(count, 'treasury: the coins on the chain differ from the books');
}

/** Counts once. Null when the node's tip is not the applied tip. */
export async function countCoins(
  { db, node, walletKeys }: Omit<Counting, 'log'>,
  signal?: AbortSignal,
): Promise<CoinCount | null> {
  const startedAt = performance.now();
  const counted = await node.unspent(await ownDescriptors(db, walletKeys), signal);
  return storeCount(db, counted, Math.round(performance.now() - startedAt));
}

/** For addresses that are created and paid before the node starts to count. */
const ADDRESSES_AHEAD = 20;

/** Descriptors of every stored address, and of some that come next. */
async function ownDescriptors(db: Db, { depositXpub, hotXpub }: WalletKeys): Promise<Descriptor[]> {
  const branches = await db
    .selectFrom('addresses')
    .where('account', '<>', 'cold')
    .groupBy(['account', 'branch'])
    .select((on) => ['account', 'branch', on.fn.max('index').as('last')])
    .execute();
  const cold = await db.selectFrom('addresses').where('account', '=', 'cold').select('address').execute();
  return [
    ...branches.flatMap(({ account, branch, last }) => {
      const desc = `wpkh(${account === 'hot' ? hotXpub : depositXpub}/${branch}/*)`;
      return rangesTo(last + ADDRESSES_AHEAD).map((range) => ({ desc, range }));
    }),
    ...cold.map(({ address }) => `addr(${address})`),
  ];
}

/** Litecoin Core refuses a range of a million addresses ("Range is too large"). */
const MAX_RANGE = 500_000;

/** The addresses from 0 to `last` in ranges that the node accepts. */
export const rangesTo = (last: number): (readonly [first: number, last: number])[] =>
  Array.from({ length: Math.floor(last / MAX_RANGE) + 1 }, (_, n) => [
    n * MAX_RANGE,
    Math.min(last, (n + 1) * MAX_RANGE - 1),
  ]);
