import type { Rate, Robux } from '@sterling/contract/money.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { StoredRate, StoredRobux, storedValue } from '../../data/storage.ts';
import { createWatchers } from '../../data/watchers.ts';

/** The entries of the buy page between visits, so that buyers can deposit and return. Never holds a cookie. */
export interface BuyEntries {
  readonly amount: Robux;
  /** Null for the best rate. */
  readonly ratePerThousand: Rate | null;
  readonly url: string;
}

const Kept = z.object({
  userId: z.string(),
  amount: StoredRobux,
  ratePerThousand: z.nullable(StoredRate),
  url: z.string(),
});
const kept = storedValue('order-draft', Kept, () => sessionStorage);
let replacements = 0;
const { watch, tell } = createWatchers();

export function readEntries(userId: string): BuyEntries | null {
  const entries = kept.read();
  return entries?.userId === userId ? entries : null;
}

export const keepEntries = (userId: string, entries: BuyEntries): boolean =>
  kept.keep({ userId, ...entries });

/** Keeps entries that do not come from the buy page. An open buy page starts again with them. */
export function replaceEntries(userId: string, entries: BuyEntries): void {
  keepEntries(userId, entries);
  replacements += 1;
  tell();
}

/** Changes whenever the entries are replaced. */
export const useEntriesVersion = (): number => useSyncExternalStore(watch, () => replacements);
