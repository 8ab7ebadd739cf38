import { couldNotWrite } from '../outage.ts';

const RECENT_MS = 60_000;

/**
 * The writes of a process that its database refused, because its disk is full or it is read-only. A probe cannot find this
 * out: with a full disk, PostgreSQL still stores a row that fits into a page of its table, and refuses a row that needs another page.
 */
export interface RefusedWrites {
  /** Counts the error if it is such a refusal. */
  note(error: unknown): void;
  /** How many there were since the start. */
  count(): number;
  /** What the last one said, within a minute after it. Null later. */
  recent(): string | null;
}

/** Opens the count. */
export function openRefusedWrites(): RefusedWrites {
  let count = 0;
  let last: { readonly message: string; readonly at: number } | null = null;
  return {
    note: (error) => {
      if (!couldNotWrite(error)) return;
      count += 1;
      last = { message: (error as Error).message, at: performance.now() };
    },
    count: () => count,
    recent: () => (last && performance.now() - last.at < RECENT_MS ? last.message : null),
  };
}
