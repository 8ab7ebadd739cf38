import type { Rate, Robux } from '@sterling/contract/money.ts';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { StoredRate, StoredRobux, storedValue } from '../../data/storage.ts';

/** The entries of the buy page between visits, so that buyers can deposit and return. Never holds a cookie. */
export interface KeptDraft {
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
const watchers = new Set<() => void>();

export function readDraft(userId: string): KeptDraft | null {
  const draft = kept.read();
  return draft?.userId === userId ? draft : null;
}

export const keepDraft = (userId: string, draft: KeptDraft): boolean => kept.keep({ userId, ...draft });

/** Keeps a draft that does not come from the buy page. An open buy page starts again with it. */
export function replaceDraft(userId: string, draft: KeptDraft): void {
  keepDraft(userId, draft);
  replacements += 1;
  for (const watcher of watchers) watcher();
}

/** Changes with each replaced draft. */
export const useDraftVersion = (): number => useSyncExternalStore(watch, () => replacements);

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
