import type { RobloxAccount } from '@sterling/contract/roblox-accounts.ts';
import { useCallback, useState } from 'react';

/** The part of an account that the selection needs. */
export type Named = Pick<RobloxAccount, 'id' | 'username'>;

const NONE: ReadonlyMap<string, Named> = new Map();

/** The selected accounts of all pages. Paging, sorting and searching keep the selection. */
export function useSelection() {
  const [selected, setSelected] = useState(NONE);
  const select = useCallback((accounts: readonly Named[], on: boolean) => {
    setSelected((before) => {
      const after = new Map(before);
      for (const each of accounts) {
        if (on) after.set(each.id, each);
        else after.delete(each.id);
      }
      return after;
    });
  }, []);
  return { selected, select, clear: () => setSelected(NONE) };
}
