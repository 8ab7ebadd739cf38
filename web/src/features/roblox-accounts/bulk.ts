import { friendlyMessage } from '@sterling/contract/errors.ts';
import { MOST_IN_BULK, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { useState } from 'react';
import { ApiError, call } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { type Toast, toast } from '../../kit/ui/toast-store.ts';
import { useAccountCache } from './queries.ts';

export type BulkAction = 'activate' | 'deactivate' | 'update' | 'delete';

export interface Outcome {
  /** Ids of the accounts that succeeded. */
  readonly done: readonly string[];
  /** One reason for each account that failed. */
  readonly reasons: readonly string[];
}

interface Result {
  readonly id: string;
  readonly ok: boolean;
  readonly message?: string | undefined;
  readonly translated?: { readonly message: string; readonly hint?: string | undefined } | undefined;
}

/** The outcome of one bulk call. */
export function outcomeOf(results: readonly Result[]): Outcome {
  const done = results.filter(({ ok }) => ok).map(({ id }) => id);
  const failed = results.filter(({ ok }) => !ok);
  return { done, reasons: failed.map(friendly) };
}

/**
 * Turns the message of one result into the required text and keeps the hint. Bulk results have no HTTP
 * status.
 */
function friendly({ message = '', translated }: Result): string {
  const [said = '', ...rest] = message.split('. ');
  const hint = translated ? [translated.hint ?? ''].filter(Boolean) : rest;
  return [friendlyMessage(0, said, undefined, translated?.message), ...hint].join('. ');
}

/**
 * All accounts failed for one reason. A single failed deletion has a required text, unless open orders are
 * the reason.
 */
export function nothingDone(action: BulkAction, count: number, error: unknown): Outcome {
  const isKept = error instanceof ApiError && error.code === 'open_orders';
  const isOneThatStayed = action === 'delete' && count === 1 && !isKept;
  const why = isOneThatStayed ? "Couldn't delete the account. Please try again" : explain(error);
  return { done: [], reasons: Array.from({ length: count }, () => why) };
}

/** Splits the accounts into batches of the maximum size, runs them in sequence and sums the outcomes. */
export async function runInParts(
  ids: readonly string[],
  act: (part: string[]) => Promise<Outcome>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < ids.length; start += MOST_IN_BULK) {
    outcomes.push(await act(ids.slice(start, start + MOST_IN_BULK)));
  }
  return {
    done: outcomes.flatMap(({ done }) => done),
    reasons: outcomes.flatMap(({ reasons }) => reasons),
  };
}

/**
 * Runs the accounts one after another. A failure does not stop the rest. `onProgress` gets the number tried.
 */
export async function runOneByOne(
  ids: readonly string[],
  act: (id: string) => Promise<void>,
  onProgress: (tried: number) => void,
): Promise<Outcome> {
  const done: string[] = [];
  const reasons: string[] = [];
  for (const [index, id] of ids.entries()) {
    onProgress(index);
    await act(id).then(
      () => done.push(id),
      (error: unknown) => reasons.push(explain(error)),
    );
  }
  return { done, reasons };
}

export const nothingSelected = (action: BulkAction): Omit<Toast, 'id'> => ({
  title: 'No Selection',
  description: `Please select accounts to ${action}`,
  variant: 'warning',
});

/** The toast for the outcome of a bulk action. */
export function toastFor(action: BulkAction, { done, reasons }: Outcome): Omit<Toast, 'id'> {
  const words = WORDS[action];
  const [first] = reasons;
  if (reasons.length === 0) return { title: words.title, description: words.success(accounts(done.length)) };
  if (done.length === 0) {
    return { title: words.failure, description: first, variant: 'destructive' };
  }
  return {
    title: 'Partial Success',
    description: `${words.past} ${done.length}, ${reasons.length} failed: ${first}`,
    variant: 'warning',
  };
}

const accounts = (count: number): string => (count === 1 ? '1 account' : `${count} accounts`);

interface Words {
  readonly title: string;
  readonly failure: string;
  readonly past: string;
  /** Verb for a running action, such as 'Deleting'. */
  readonly present: string;
  readonly success: (accounts: string) => string;
}

export const WORDS: Readonly<Record<BulkAction, Words>> = {
  activate: {
    title: 'Status Updated',
    failure: 'Status Update Failed',
    past: 'Activated',
    present: 'Activating',
    success: (some) => `${some} activated and listed for sale`,
  },
  deactivate: {
    title: 'Status Updated',
    failure: 'Status Update Failed',
    past: 'Deactivated',
    present: 'Deactivating',
    success: (some) => `${some} deactivated and removed from sale`,
  },
  update: {
    title: 'Balance Updated',
    failure: 'Update Failed',
    past: 'Updated',
    present: 'Updating',
    success: (some) => `Refreshed the balance of ${some}`,
  },
  delete: {
    title: 'Accounts Deleted',
    failure: 'Delete Failed',
    past: 'Deleted',
    present: 'Deleting',
    success: (some) => `Deleted ${some}`,
  },
};

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
