import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { toast } from '../../kit/ui/toast-store.ts';
import {
  type BulkAction,
  nothingDone,
  type Outcome,
  outcomeOf,
  runInParts,
  runOneByOne,
  toastFor,
} from './bulk.ts';
import { useAccountCache } from './queries.ts';

export interface Progress {
  readonly action: BulkAction;
  /** Number of accounts tried. Null while one call handles all of them. */
  readonly tried: number | null;
  readonly total: number;
}

/** Long, because the server checks each account on Roblox before it activates it. */
const TIMEOUT_MS = 120_000;

/** Runs a bulk action and shows its outcome in a toast. `progress` is null while nothing runs. */
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
    await cache.invalidate();
    return outcome;
  };
  /** Refreshing balances is the only action without a bulk endpoint. */
  const refresh = async (id: string): Promise<void> =>
    cache.show(await call(robloxAccounts.refreshBalance, { params: { id } }));
  return { progress, run };
}

const doTogether = (action: Exclude<BulkAction, 'update'>, ids: readonly string[]): Promise<Outcome> =>
  runInParts(ids, (part) =>
    doSome(action, part).catch((error: unknown) => nothingDone(action, part.length, error)),
  );

/**
 * The requirements name the endpoint that deletes one account. Several accounts go through the bulk endpoint.
 */
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
