import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';

/**
 * Percentage of minutes with a heartbeat in the last 30 days or since the first heartbeat, to two decimals. Null without any.
 * The current minute counts only once it has its heartbeat.
 */
export async function readUptime(db: Db): Promise<number | null> {
  const { rows } = await sql<{ uptime: number | null }>`
    select floor(10000.0 * count(*) / nullif(
      extract(epoch from
        greatest(max(minute), date_trunc('minute', now()) - interval '1 minute') - min(minute)) / 60 + 1, 0))::int / 100.0::float8 as uptime
    from heartbeats where minute > now() - interval '30 days' and minute <= now()`.execute(db);
  return rows[0]!.uptime;
}
