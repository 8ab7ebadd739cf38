import type { ReviewKind } from '@sterling/contract/reviews.ts';
import { text } from '@sterling/contract/texts.ts';
import { sql } from 'kysely';
import { isEmergencyStopped, readSetting } from '../../people/settings/settings.reads.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { readPriceHold } from '../prices/prices.reads.ts';
import { MAX_CHECK_AGE_MS } from './guards.rules.ts';

export interface ChainHealth {
  readonly guarded: boolean;
  /** When the follower last checked its node; null before the first check. */
  readonly lookedAt: Date | null;
  /** Whether that is too long ago: the follower is lost, or its node does not answer. */
  readonly isSilent: boolean;
  /** Reasons why nothing is credited or paid, in words; empty when there are none. */
  readonly troubles: readonly string[];
  /** What staff should know although nothing waits for it, in words. */
  readonly warnings: readonly string[];
  /** What the node calls itself, such as /LitecoinCore:0.21.5.5/; null when it has not said so. */
  readonly nodeVersion: string | null;
}

/** The trouble while the chain follower is silent. */
export const FOLLOWER_IS_SILENT = text('the worker has not reached the Litecoin node for minutes');

/** A report from the future is from before the database's clock was set back, so it is old too. */
const AGE_MS = sql<number>`(abs(extract(epoch from clock_timestamp() - looked_at)) * 1000)::float8`;

/** The last report of the follower about its node. With the guards on, an old report is itself a reason. */
export async function chainHealth(db: Db | Tx): Promise<ChainHealth> {
  const guards = await readSetting(db, 'chain_guards');
  const row = await db
    .selectFrom('chainHealth')
    .select(['lookedAt', 'troubles', 'warnings', 'nodeVersion', AGE_MS.as('ageMs')])
    .executeTakeFirst();
  const isSilent = !row || row.ageMs > MAX_CHECK_AGE_MS;
  return {
    guarded: guards.enabled,
    lookedAt: row?.lookedAt ?? null,
    isSilent,
    troubles: [...(row?.troubles ?? []), ...(guards.enabled && isSilent ? [FOLLOWER_IS_SILENT] : [])],
    warnings: row?.warnings ?? [],
    nodeVersion: row?.nodeVersion ?? null,
  };
}

/** Kinds of reviews that stop payouts as long as they are open, with the reason. */
const STOPS = {
  foreign_spend: text('a payment that we did not sign is being checked'),
  book_difference: text('a difference in the ledger is being checked'),
  coin_difference: text('a difference between our coins and the ledger is being checked'),
  low_reserves: text('the reserves are below their limit'),
} as const satisfies Partial<Record<ReviewKind, string>>;
export type StopKind = keyof typeof STOPS;

/** The reasons of the open reviews that stop payouts. */
export async function readPayoutStops(db: Db | Tx): Promise<string[]> {
  const kinds = Object.keys(STOPS) as StopKind[];
  const rows = await db
    .selectFrom('reviews')
    .where('state', '=', 'open')
    .where('kind', 'in', kinds)
    .select('kind')
    .execute();
  const found = new Set(rows.map(({ kind }) => kind));
  return kinds.filter((kind) => found.has(kind)).map((kind) => STOPS[kind]);
}

/**
 * Why nothing may leave: an emergency stop, a review that stops payouts, the node, or a jump of the price. Null when
 * payouts may go on. Ask before each signature and each broadcast.
 */
export async function payoutStopReason(db: Db | Tx): Promise<string | null> {
  if (await isEmergencyStopped(db)) return text('all payments are stopped');
  const [stop] = await readPayoutStops(db);
  if (stop !== undefined) return stop;
  const { troubles } = await chainHealth(db);
  return troubles[0] ?? (await readPriceHold(db))?.reason ?? null;
}
