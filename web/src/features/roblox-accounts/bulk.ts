import type { ReplyOf } from '@sterling/contract/endpoint.ts';
import { friendlyMessage } from '@sterling/contract/errors.ts';
import { MAX_IN_BULK, robloxAccounts } from '@sterling/contract/roblox-accounts.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, explainWrite, isRefused } from '../../data/call.ts';
import { ACCOUNT_CHANGES } from '../../data/change-groups.ts';
import { type Toast, toast } from '../../kit/ui/toast.ts';
import { troubleOf, useShowAccount } from './accounts.ts';

export type BulkAction = 'activate' | 'deactivate' | 'refresh' | 'delete';

export interface Outcome {
  /** Ids of the accounts that succeeded. */
  readonly done: readonly string[];
  /** One reason for each account that failed. */
  readonly reasons: readonly string[];
}

type Result = ReplyOf<typeof robloxAccounts.bulk>['results'][number];

/** The outcome of one bulk call. An activated account with a note stays off sale, for the reason in the note. */
export function outcomeOf(results: readonly Result[], action: BulkAction | 'rate'): Outcome {
  const isDone = ({ ok, message }: Result) => ok && !(action === 'activate' && message);
  const failed = results.filter((result) => !isDone(result));
  return { done: results.filter(isDone).map(({ id }) => id), reasons: failed.map(reasonOf) };
}

const reasonOf = (result: Result): string => (result.ok ? (result.message ?? '') : friendly(result));

/** The text of one refusal with its hint. Bulk results have no HTTP status. */
function friendly({ message = '', hint, translated }: Result): string {
  const said = friendlyMessage(0, message, undefined, translated?.message);
  const help = translated ? translated.hint : hint;
  return help ? `${said}. ${help}` : said;
}

/**
 * All accounts failed for one reason. Failed deletions have required texts: that of a single account unless the reason is open
 * orders or that another tab has deleted it, and that of several when the server failed.
 */
export function nothingDone(action: BulkAction | 'rate', count: number, error: unknown): Outcome {
  const isClear = isRefused(error, 'open_orders', 'account_not_found');
  const isOneThatStayed = action === 'delete' && count === 1 && !isClear;
  const why = isOneThatStayed ? t("Couldn't delete the account. Please try again") : whyAll(action, error);
  return { done: [], reasons: Array.from({ length: count }, () => why) };
}

const whyAll = (action: BulkAction | 'rate', error: unknown): string =>
  action === 'delete' && isRefused(error, 'server_error')
    ? t('Server is having issues. Please try again')
    : explainWrite(error);

/** Splits the accounts into batches of the maximum size, runs them in sequence and sums the outcomes. */
export async function runInParts(
  ids: readonly string[],
  act: (part: string[]) => Promise<Outcome>,
): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < ids.length; start += MAX_IN_BULK) {
    outcomes.push(await act(ids.slice(start, start + MAX_IN_BULK)));
  }
  return {
    done: outcomes.flatMap(({ done }) => done),
    reasons: outcomes.flatMap(({ reasons }) => reasons),
  };
}

/**
 * Runs the accounts one after another. A failure does not stop the rest. `act` returns why an account was not updated, or null.
 * `onProgress` gets the number tried.
 */
export async function runOneByOne(
  ids: readonly string[],
  act: (id: string) => Promise<string | null>,
  onProgress: (tried: number) => void,
): Promise<Outcome> {
  const done: string[] = [];
  const reasons: string[] = [];
  for (const [index, id] of ids.entries()) {
    onProgress(index);
    const problem = await act(id).catch(explainWrite);
    if (problem === null) done.push(id);
    else reasons.push(problem);
  }
  return { done, reasons };
}

/** The toast for a bulk action without a selection. */
export const nothingSelected = (action: BulkAction): Omit<Toast, 'id'> => ({
  title: t('No Selection'),
  description: WORDS[action].selectFirst,
  variant: 'warning',
});

/** The toast for the outcome of a bulk action. */
export function toastFor(action: BulkAction, { done, reasons }: Outcome): Omit<Toast, 'id'> {
  const words = WORDS[action];
  const [first] = reasons;
  if (first === undefined) return { title: words.title, description: words.success(done.length) };
  if (done.length === 0) return { title: words.failure, description: first, variant: 'destructive' };
  return {
    title: t('Partial Success'),
    description: words.partly({
      done: done.length,
      failed: reasons.length,
      reason: whyFailed(first, reasons),
    }),
    variant: 'warning',
  };
}

const whyFailed = (first: string, reasons: readonly string[]): string =>
  reasons.every((reason) => reason === first)
    ? first
    : t('{reason}. Others failed for other reasons.', { reason: first.replace(/\.$/, '') });

interface Words {
  readonly selectFirst: string;
  readonly title: string;
  readonly failure: string;
  readonly partly: (counts: { done: number; failed: number; reason: string }) => string;
  readonly running: (total: number) => string;
  readonly success: (count: number) => string;
}

export const WORDS: Readonly<Record<BulkAction, Words>> = {
  activate: {
    selectFirst: t('Please select accounts to activate'),
    title: t('Status Updated'),
    failure: t('Status Update Failed'),
    partly: (counts) => t('Activated {done}, {failed} failed: {reason}', counts),
    running: (total) => t('Activating {total}…', { total }),
    success: (count) =>
      plural(
        count,
        '{count} account activated and listed for sale',
        '{count} accounts activated and listed for sale',
        { count },
      ),
  },
  deactivate: {
    selectFirst: t('Please select accounts to deactivate'),
    title: t('Status Updated'),
    failure: t('Status Update Failed'),
    partly: (counts) => t('Deactivated {done}, {failed} failed: {reason}', counts),
    running: (total) => t('Deactivating {total}…', { total }),
    success: (count) =>
      plural(
        count,
        '{count} account deactivated and removed from sale',
        '{count} accounts deactivated and removed from sale',
        { count },
      ),
  },
  refresh: {
    selectFirst: t('Please select accounts to update'),
    title: t('Balance Updated'),
    failure: t('Update Failed'),
    partly: (counts) => t('Updated {done}, {failed} failed: {reason}', counts),
    running: (total) => t('Updating {total}…', { total }),
    success: (count) =>
      plural(count, 'Refreshed the balance of {count} account', 'Refreshed the balance of {count} accounts', {
        count,
      }),
  },
  delete: {
    selectFirst: t('Please select accounts to delete'),
    title: t('Accounts Deleted'),
    failure: t('Delete Failed'),
    partly: (counts) => t('Deleted {done}, {failed} failed: {reason}', counts),
    running: (total) => t('Deleting {total}…', { total }),
    success: (count) => plural(count, 'Deleted {count} account', 'Deleted {count} accounts', { count }),
  },
};

export interface Progress {
  readonly action: BulkAction;
  /** Number of accounts tried, if their balances are updated one after another. Null while one call handles all of them. */
  readonly tried: number | null;
  readonly total: number;
}

interface Bulk {
  readonly action: BulkAction;
  readonly ids: readonly string[];
}

/** Runs a bulk action and shows its outcome in a toast. `progress` is null while nothing runs. */
export function useBulk() {
  const showAccount = useShowAccount();
  const [tried, setTried] = useState<number | null>(null);
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: ({ action, ids }: Bulk): Promise<Outcome> => {
      setTried(null);
      return action === 'refresh' ? runOneByOne(ids, refresh, setTried) : doTogether(action, ids);
    },
    onSuccess: (outcome, { action }) => toast(toastFor(action, outcome)),
    meta: { changes: ACCOUNT_CHANGES },
  });
  const progress: Progress | null =
    isPending && variables ? { action: variables.action, tried, total: variables.ids.length } : null;
  return {
    progress,
    run: (action: BulkAction, ids: readonly string[]) => mutateAsync({ action, ids }),
  };

  /** Refreshing balances is the only action without a bulk endpoint. */
  async function refresh(id: string): Promise<string | null> {
    const account = await call(robloxAccounts.refreshBalance, { params: { id } });
    showAccount(account);
    return troubleOf(account);
  }
}

const doTogether = (action: Exclude<BulkAction, 'refresh'>, ids: readonly string[]): Promise<Outcome> =>
  runInParts(ids, (part) =>
    doSome(action, part).catch((error: unknown) => nothingDone(action, part.length, error)),
  );

/**
 * The requirements name the endpoint that deletes one account. Several accounts go through the bulk endpoint.
 */
async function doSome(action: Exclude<BulkAction, 'refresh'>, ids: readonly string[]): Promise<Outcome> {
  const [id, ...others] = ids;
  if (action === 'delete' && id && others.length === 0) {
    await call(robloxAccounts.remove, { params: { id } });
    return { done: [id], reasons: [] };
  }
  const body = { ids: [...ids], action };
  const { results } = await call(robloxAccounts.bulk, { body });
  return outcomeOf(results, action);
}
