import type { Rate } from '@sterling/contract/money.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/pool.ts';

export interface NewRate {
  readonly id: string;
  readonly rateCents: Rate;
  /** Whether the account's price rule takes it off sale. Without it, this stays as it is. */
  readonly isPausedByRule?: boolean;
}

/** Sets rates for new orders; existing orders keep theirs. Returns how many accounts have changed. The callers check the range. */
export async function setRates(tx: Tx, rates: readonly NewRate[]): Promise<number> {
  const ids = rates.map(({ id }) => id);
  const cents = rates.map(({ rateCents }) => rateCents);
  const paused = rates.map(({ isPausedByRule }) => isPausedByRule ?? null);
  const { numAffectedRows } = await sql`
    update roblox_accounts a set rate_cents = r.rate_cents, is_paused_by_rule = coalesce(r.is_paused, a.is_paused_by_rule), updated_at = now()
    from unnest(${ids}::uuid[], ${cents}::int[], ${paused}::boolean[]) as r (id, rate_cents, is_paused)
    where a.id = r.id and a.removed_at is null`.execute(tx);
  return Number(numAffectedRows);
}
