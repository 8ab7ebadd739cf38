import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/pool.ts';

export interface Pace {
  /** Calls that may start at the same time. */
  readonly burst: number;
  /** Sustained calls per second. */
  readonly perSecond: number;
}

/** Rate limits for the calls of one account. In production they match what a person would do; the sandbox has no limit. */
export const PACES: Readonly<Record<Config['mode'], Pace | null>> = {
  production: { burst: 10, perSecond: 1 },
  sandbox: null,
};

/** Used when Roblox requests a pause without a duration. */
const DEFAULT_PAUSE_SECONDS = 5;
/** Before the jitter of a quarter at most. */
const MAX_PAUSE_SECONDS = 300;
const JITTER = 0.25;
export const MAX_PACE_PAUSE_SECONDS = MAX_PAUSE_SECONDS * (1 + JITTER);

/**
 * Takes a token for a call of an account, counted across all processes. Returns the milliseconds to wait before the call.
 * If that is more than `mostMs`, no token was taken.
 */
export async function takeCall(
  db: Db,
  accountId: string,
  { burst, perSecond }: Pace,
  mostMs: number,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select take_call(${accountId}, ${burst}, ${perSecond}, ${mostMs / 1_000}) as seconds`.execute(db);
  return Math.ceil(rows[0]!.seconds * 1_000);
}

/** Pauses an account's calls in all processes. Jitter keeps paused accounts from resuming at the same time. */
export async function pauseCalls(db: Db, accountId: string, seconds: number | null): Promise<void> {
  const pause = Math.min(seconds ?? DEFAULT_PAUSE_SECONDS, MAX_PAUSE_SECONDS) * (1 + JITTER * Math.random());
  await sql`
    insert into account_paces (account_id, calls_left, counted_at, paused_until)
    values (${accountId}, 0, clock_timestamp(), clock_timestamp() + ${pause} * interval '1 second')
    on conflict (account_id) do update
      set paused_until = greatest(account_paces.paused_until, excluded.paused_until)`.execute(db);
}
