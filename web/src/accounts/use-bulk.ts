import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useState } from 'react';
import { call } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { useAccountCache } from './account-cache.ts';
import {
  type BulkAction,
  nothingDone,
  type Outcome,
  outcomeOf,
  runInParts,
  runOneByOne,
  toastFor,
} from './bulk.ts';

export interface Progress {
  readonly action: BulkAction;
  /** How many were tried; null where one call does them all. */
  readonly tried: number | null;
  readonly total: number;
}

/** Each account that is activated is looked at on the platform first. */
const TIMEOUT_MS = 120_000;

/** Runs an action over many accounts and says what came of it; `progress` is null when nothing runs. */
export function useBulk() {
  const cache = useAccountCache();
  const [progress, setProgress] = useState<Progress | null>(null);

  const run = async (action: BulkAction, ids: readonly string[]): Promise<Outcome> => {
    const show = (tried: number | null) => setProgress({ action, tried, total: ids.length });
    show(null);
    const outcome =
      action === 'update' ? await runOneByOne(ids, refresh, show) : await doTogether(action, ids);
    setProgress(null);
    toast(toastFor(action, outcome));
    await cache.readAnew();
    return outcome;
  };
  /** Reading balances is the one action without a call about many. */
  const refresh = async (id: string): Promise<void> =>
    cache.show(await call(robloxAccounts.refreshBalance, { params: { id } }));
  return { progress, run };
}

const doTogether = (action: Exclude<BulkAction, 'update'>, ids: readonly string[]): Promise<Outcome> =>
  runInParts(ids, (part) =>
    doSome(action, part).catch((error: unknown) => nothingDone(action, part.length, error)),
  );

/** One is deleted by the required call; many by one that tells of each. */
async function doSome(action: Exclude<BulkAction, 'update'>, ids: readonly string[]): Promise<Outcome> {
  const [id, ...others] = ids;
  if (action === 'delete' && id && others.length === 0) {
    await call(robloxAccounts.remove, { params: { id } });
    return { done: [id], reasons: [] };
  }
  const body = { ids: [...ids], action };
  const { results } = await call(robloxAccounts.bulk, { body }, { timeoutMs: TIMEOUT_MS });
  return outcomeOf(results);
}
