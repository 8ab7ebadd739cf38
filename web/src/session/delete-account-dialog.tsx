import { parseDecimal } from '@sterling/contract/money.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '../format.ts';
import { ordersQuery } from '../orders/queries.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { walletQuery } from '../wallet/queries.ts';
import { useDeleteAccount } from './delete-account.ts';

const WORD = 'FORFEIT';

/** Asks before the account goes, and lists beforehand what stands in the way (seed §5; decisions.md, People). */
export default function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const deletion = useDeleteAccount();
  const [typed, setTyped] = useState('');
  const { loading, moneyCents, openOrders } = useWhatIsInTheWay();
  const forfeit = moneyCents > 0;
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete account"
      description="Are you sure you want to delete your account? This will remove all your data and you'll need to log in again."
      confirmLabel="Delete account"
      danger
      pending={deletion.isPending}
      confirmDisabled={loading || (forfeit && typed !== WORD)}
      onConfirm={() => deletion.mutate({ forfeit })}
    >
      {loading && <Skeleton className="h-10" />}
      {openOrders > 0 && (
        <p className="text-warn">
          {openOrders === 1
            ? 'One order is still under way. The account can be deleted once it is finished.'
            : `${openOrders} orders are still under way. The account can be deleted once they are finished.`}
        </p>
      )}
      {forfeit && (
        <Field
          label={`Type "${WORD}" to give up ${formatCents(moneyCents)}`}
          hint="Your wallets still hold money. Withdraw or spend it first, or give it up for good."
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

function useWhatIsInTheWay() {
  const fresh = { staleTime: 0, refetchInterval: false } as const;
  const wallets = useQueries({
    queries: [
      { ...walletQuery('buyer'), ...fresh },
      { ...walletQuery('seller'), ...fresh },
    ],
  });
  const orders = useQueries({
    queries: [
      { ...ordersQuery('buyer'), ...fresh },
      { ...ordersQuery('seller'), ...fresh },
    ],
  });
  const open = orders.flatMap(({ data }) => data ?? []).filter(({ status }) => isOpen(status));
  return {
    loading: [...wallets, ...orders].some((query) => query.isPending),
    moneyCents: wallets.reduce((sum, { data }) => sum + centsOf(data?.balance) + centsOf(data?.held), 0),
    openOrders: open.length,
  };
}

const centsOf = (dollars: number | undefined): number => parseDecimal(dollars ?? 0, 2) ?? 0;

const isOpen = (status: string): boolean => status === 'pending' || status === 'processing';
