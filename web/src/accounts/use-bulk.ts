import { robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useState } from 'react';
import { call } from '../api.ts';
import { toast } from '../ui/toast-store.ts';
import { useAccountCache } from './account-cache.ts';
import { type BulkAction, runOneByOne, toastFor } from './bulk.ts';

export interface Progress {
  readonly action: BulkAction;
  readonly tried: number;
  readonly total: number;
}

/** Runs an action over many accounts and says what came of it; `progress` is null when nothing runs. */
export function useBulk() {
  const cache = useAccountCache();
  const [progress, setProgress] = useState<Progress | null>(null);

  const run = async (action: BulkAction, ids: readonly string[]): Promise<void> => {
    const outcome = await runOneByOne(
      ids,
      (id) => act(action, id),
      (tried) => setProgress({ action, tried, total: ids.length }),
    );
    setProgress(null);
    toast(toastFor(action, outcome));
    if (outcome.errors.length > 0) await cache.readAnew();
  };
  const act = async (action: BulkAction, id: string): Promise<void> => {
    const params = { id };
    if (action === 'delete') {
      await call(robloxAccounts.remove, { params });
      cache.drop(id);
    } else if (action === 'update') {
      cache.put(await call(robloxAccounts.refreshBalance, { params }));
    } else {
      const status = action === 'activate' ? 'online' : 'offline';
      cache.put(await call(robloxAccounts.update, { params, body: { status } }));
    }
  };
  return { progress, run };
}
