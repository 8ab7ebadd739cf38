import type { HistoryEntry, HistoryType } from '@sterling/contract/history.ts';
import { type Cents, cents, type Litoshi, litoshi } from '@sterling/contract/money.ts';
import { ownData } from '@sterling/contract/own-data.ts';
import { currentLocale, plural, t } from '@sterling/contract/texts.ts';
import { users } from '@sterling/contract/users.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, explain } from '../../data/call.ts';
import { formatLtc, formatUsd } from '../../kit/format/format.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Field, Input } from '../../kit/ui/field.tsx';
import { ErrorState } from '../../kit/ui/missing-content.tsx';
import { Skeleton } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { openHistoryQuery } from '../history/history.tsx';
import { useLeave } from '../sessions/session-actions.ts';
import { walletQuery } from '../wallet/balance.ts';

const WORD = 'FORFEIT';

/** Asks for confirmation before the account is deleted, and lists what blocks the deletion. */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const deletion = useDeleteAccount();
  const [typed, setTyped] = useState('');
  const { loading, error, retry, moneyCents, belowMinimum, open } = useBlockers();
  const forfeit = moneyCents > 0 || belowMinimum > 0;
  const isBlocked = loading || error !== null || open !== null;
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Delete account')}
      description={t(
        "Are you sure you want to delete your account? This will remove all your data and you'll need to log in again.",
      )}
      confirmLabel={t('Delete account')}
      danger
      pending={deletion.isPending}
      confirmDisabled={isBlocked || (forfeit && typed.trim().toUpperCase() !== WORD)}
      onConfirm={() => deletion.mutate({ forfeit })}
    >
      {loading && <Skeleton className="h-10" />}
      {error && <ErrorState error={error} onRetry={retry} className="py-2" />}
      {open && <p className="text-warn">{open}</p>}
      {belowMinimum > 0 && (
        <p className="text-warn">
          {t(
            'You have deposited {amount} below the minimum. It is credited together with later deposits, but not after the account is deleted.',
            { amount: formatLtc(belowMinimum) },
          )}
        </p>
      )}
      {forfeit && !isBlocked && (
        <Field
          label={t('Type "{word}" to give up {money}', {
            word: WORD,
            money: givenUp(moneyCents, belowMinimum),
          })}
          hint={
            moneyCents > 0 &&
            t(
              "You still have money in your wallets. Deposits can't be withdrawn, so spend them first. Withdraw what is in your seller wallet. What is left is forfeited permanently.",
            )
          }
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
            />
          )}
        </Field>
      )}
    </AlertDialog>
  );
}

/** `$3.00`, `0.05 LTC`, or both. */
function givenUp(moneyCents: Cents, belowMinimum: Litoshi): string {
  const amounts = [moneyCents > 0 && formatUsd(moneyCents), belowMinimum > 0 && formatLtc(belowMinimum)];
  return new Intl.ListFormat(currentLocale()).format(amounts.filter((amount) => amount !== false));
}

function useBlockers() {
  const fresh = { staleTime: 0, refetchInterval: false } as const;
  const wallets = [
    useQuery({ ...walletQuery('buyer'), ...fresh }),
    useQuery({ ...walletQuery('seller'), ...fresh }),
  ];
  const history = useQuery(openHistoryQuery);
  const asked = [...wallets, history];
  const failed = asked.filter((query) => query.isError);
  return {
    loading: asked.some((query) => query.isPending),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
    moneyCents: cents(wallets.reduce((sum, { data }) => sum + (data ? data.balance + data.held : 0), 0)),
    belowMinimum: litoshi(wallets.reduce((sum, { data }) => sum + (data?.belowMinimum ?? 0), 0)),
    open: history.data ? stillOpen(history.data) : null,
  };
}

type Blocker = 'order' | 'trade' | 'withdrawal';

/**
 * Activities that block a deletion. A deposit that is not credited yet blocks it too, and the server says so. One
 * below the minimum may wait forever, so it is given up.
 */
const BLOCKERS: Partial<Record<HistoryType, Blocker>> = {
  robux_purchase: 'order',
  robux_sale: 'order',
  purchase: 'trade',
  sale: 'trade',
  withdrawal: 'withdrawal',
};

const COUNTED: Readonly<Record<Blocker, (count: number) => string>> = {
  order: (count) => plural(count, '{count} order', '{count} orders', { count }),
  trade: (count) => plural(count, '{count} trade', '{count} trades', { count }),
  withdrawal: (count) => plural(count, '{count} withdrawal', '{count} withdrawals', { count }),
};

/** A sentence such as '1 order and 2 trades are …' about entries in progress. Null if nothing blocks the deletion. */
function stillOpen(entries: readonly HistoryEntry[]): string | null {
  const counts = new Map<Blocker, number>();
  for (const { type } of entries) {
    const blocker = BLOCKERS[type];
    if (blocker) counts.set(blocker, (counts.get(blocker) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  const named = [...counts].map(([blocker, count]) => COUNTED[blocker](count));
  const list = new Intl.ListFormat(currentLocale()).format(named);
  return plural(
    [...counts.values()].reduce((sum, count) => sum + count),
    '{list} is still in progress. The account can be deleted once it is finished.',
    '{list} are still in progress. The account can be deleted once they are finished.',
    { list },
  );
}

/**
 * Deletes the user's account, signs out and opens '/', even if the call fails. The toast stays visible on
 * that page and gives the reason. Without a sign-out, a user who was not deleted stays. `forfeit` gives up money that cannot be
 * paid out.
 */
function useDeleteAccount() {
  const leave = useLeave('/');
  return useMutation({
    mutationFn: ({ forfeit }: { forfeit: boolean }) =>
      call(ownData.deleteMe, forfeit ? { body: { forfeit } } : {}),
    onSuccess: () =>
      toast({ title: t('Account deleted'), description: t('All your data has been removed.') }),
    onError: (error) => console.error('Failed to delete the account', error),
    meta: {
      failed: t('Delete Failed'),
      // The hint says what prevents the deletion.
      explain: (error) => (error instanceof ApiError && error.hint) || explain(error),
    },
    onSettled: async (_, error) => {
      const signedOut = call(users.logout).then(
        () => true,
        () => false,
      );
      // a deletion has ended the session, whatever the sign-out answers
      if (error === null || (await signedOut)) await leave();
    },
  });
}
