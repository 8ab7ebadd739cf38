import type { Rate, Robux } from '@sterling/contract/money.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { StoredRate, StoredRobux, storedValue } from '../../data/storage.ts';
import { createWatchers } from '../../data/watchers.ts';

/**
 * What a buyer entered on the buy page, kept between visits, so that buyers can deposit and return. Never holds a cookie. It is
 * part of `orders`, because "Buy again" replaces it and `orders` may not import from `buying`.
 */
export interface BuyDraft {
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
const kept = storedValue('buy-draft', Kept, () => sessionStorage);
let replacements = 0;
const { watch, tell } = createWatchers();

/** The kept draft of this user, or null. Another user of this tab does not get it. */
export function readBuyDraft(userId: string): BuyDraft | null {
  const draft = kept.read();
  return draft?.userId === userId ? draft : null;
}

/** Keeps the draft until the tab closes. False if the browser stores nothing. */
export const keepBuyDraft = (userId: string, draft: BuyDraft): boolean => kept.keep({ userId, ...draft });

/** Keeps a draft that does not come from the buy page. An open buy page starts again with it. */
export function replaceBuyDraft(userId: string, draft: BuyDraft): void {
  keepBuyDraft(userId, draft);
  replacements += 1;
  tell();
}

/** Changes whenever the draft is replaced. */
export const useBuyDraftVersion = (): number => useSyncExternalStore(watch, () => replacements);
