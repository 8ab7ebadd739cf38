import { readSetting } from '../../people/settings/settings.reads.ts';
import { type Db, readClock, type Tx } from '../../platform/db/pool.ts';
import { openHold } from '../prices/prices.reads.ts';
import { OLDEST_LOOK_MS } from './guards.rules.ts';

export interface ChainHealth {
  readonly guarded: boolean;
  /** When the follower last checked its node; null before the first check. */
  readonly lookedAt: Date | null;
  /** Reasons why nothing is credited or paid, in words; empty when there are none. */
  readonly troubles: readonly string[];
}

/** The last report of the follower about its node. With the guards on, an old report is itself a reason. */
export async function chainHealth(db: Db | Tx, at?: Date): Promise<ChainHealth> {
  const now = at ?? (await readClock(db));
  const guards = await readSetting(db, 'chain_guards');
  const row = await db.selectFrom('chainHealth').select(['lookedAt', 'troubles']).executeTakeFirst();
  const isSilent = !row || now.getTime() - row.lookedAt.getTime() > OLDEST_LOOK_MS;
  const silence = guards.enabled && isSilent ? ['nothing has been heard of the node for minutes'] : [];
  return {
    guarded: guards.enabled,
    lookedAt: row?.lookedAt ?? null,
    troubles: [...(row?.troubles ?? []), ...silence],
  };
}

/** Why automatic payouts are blocked: an emergency stop, the node, or a jump of the price. Null when they are not. */
export async function payoutBlockReason(db: Db): Promise<string | null> {
  if ((await readSetting(db, 'emergency_shutdown')).enabled) return 'everything is stopped';
  const { troubles } = await chainHealth(db);
  return troubles[0] ?? (await openHold(db))?.reason ?? null;
}
