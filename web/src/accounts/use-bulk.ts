import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useState } from 'react';
import { call } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { useAccountCache } from './account-cache.ts';
import { type BulkAction, nothingDone, type Outcome, outcomeOf, runOneByOne, toastFor } from './bulk.ts';

export interface Progress {
  readonly action: BulkAction;
  /** How many were tried; null where one call does them all. */
  readonly tried: number | null;
  readonly total: number;
}

/** The most that one call takes (contract). */
const MOST_AT_ONCE = 200;
/** Each account that is activated is looked at on the platform first. */
const TIMEOUT_MS = 120_000;

/** Runs an action over many accounts and says what came of it; `progress` is null when nothing runs. */
export function useBulk() {
  const cache = useAccountCache();
  const [progress, setProgress] = useState<Progress | null>(null);

  const run = async (action: BulkAction, ids: readonly string[]): Promise<void> => {
    const show = (tried: number | null) => setProgress({ action, tried, total: ids.length });
    show(null);
    const outcome =
      action === 'update' ? await runOneByOne(ids, refresh, show) : await doTogether(action, ids);
    setProgress(null);
    toast(toastFor(action, outcome));
    await cache.readAnew();
  };
  /** Reading balances is the one action without a call about many. */
  const refresh = async (id: string): Promise<void> =>
    cache.put(await call(robloxAccounts.refreshBalance, { params: { id } }));
  return { progress, run };
}

async function doTogether(action: Exclude<BulkAction, 'update'>, ids: readonly string[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
    const some = ids.slice(start, start + MOST_AT_ONCE);
    const outcome = await call(
      robloxAccounts.bulk,
      { body: { ids: some, action } },
      { timeoutMs: TIMEOUT_MS },
    ).then(
      ({ results }) => outcomeOf(results),
      (error: unknown) => nothingDone(some.length, error),
    );
    outcomes.push(outcome);
  }
  return {
    done: outcomes.reduce((sum, { done }) => sum + done, 0),
    reasons: outcomes.flatMap(({ reasons }) => reasons),
  };
}
