import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/pool.ts';

export interface Pace {
  /** So many calls immediately. */
  readonly burst: number;
  /** And so many a second for long. */
  readonly perSecond: number;
}

/** How fast the platform is asked for one account: as a person would; the sandbox as fast as it answers. */
export const PACES: Readonly<Record<Config['mode'], Pace | null>> = {
  production: { burst: 10, perSecond: 1 },
  sandbox: null,
};

/** Where the platform wants a pause and does not say how long. */
const PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

/**
 * Takes a call of an account, counted over all processes. Answers how many milliseconds to wait before it is made; with
 * more than `mostMs` it was not taken.
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

/** Lets no call of an account be made for a while, by whatever process; jittered, so that they do not all come back immediately. */
export async function pauseCalls(db: Db, accountId: string, seconds: number | null): Promise<void> {
  const pause = Math.min(seconds ?? PAUSE_SECONDS, LONGEST_PAUSE_SECONDS) * (1 + Math.random() / 4);
  await sql`
    insert into account_paces (account_id, calls_left, counted_at, paused_until)
    values (${accountId}, 0, clock_timestamp(), clock_timestamp() + ${pause} * interval '1 second')
    on conflict (account_id) do update
      set paused_until = greatest(account_paces.paused_until, excluded.paused_until)`.execute(db);
}
