import type { Robux } from '@sterling/contract/money.ts';
import { useSyncExternalStore } from 'react';

/** The entries of the buy page between visits, so that buyers can deposit and return. Never holds a cookie. */
export interface KeptDraft {
  readonly amount: Robux;
  /** Null for the best rate. */
  readonly ratePerThousand: string | null;
  readonly url: string;
}

const KEY = 'order-draft';
/** Used where the browser refuses its storage. */
let unsaved: string | null = null;
let replacements = 0;
const watchers = new Set<() => void>();

export function readDraft(userId: string): KeptDraft | null {
  const text = readText();
  if (!text) return null;
  const draft = JSON.parse(text) as KeptDraft & { userId: string };
  return draft.userId === userId ? draft : null;
}

export function keepDraft(userId: string, draft: KeptDraft): void {
  unsaved = JSON.stringify({ userId, ...draft });
  try {
    sessionStorage.setItem(KEY, unsaved);
  } catch {
    // The draft then lasts until the page is reloaded.
  }
}

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

function readText(): string | null {
  try {
    return unsaved ?? sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
