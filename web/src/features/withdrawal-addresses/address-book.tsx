import type { WithdrawalAddress, WithdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { BookUser, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/empty-state.tsx';
import { SkeletonRows } from '../../kit/ui/skeleton.tsx';
import { addressesQuery, isWaiting, useRemoveAddress } from './use-addresses.ts';
import { WaitForm } from './wait-form.tsx';

const AddDialog = lazy(() => import('./add-dialog.tsx'));
const LabelDialog = lazy(() => import('./label-dialog.tsx'));

type Opened = 'add' | { rename: WithdrawalAddress } | { remove: WithdrawalAddress } | null;

/** Saved addresses for withdrawals, and how long new ones wait. */
export function AddressBook() {
  const { data, error, refetch } = useQuery(addressesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <Card aria-labelledby="addresses">
      <CardHeader id="addresses" title="Withdrawal addresses">
        <Button variant="secondary" size="sm" onClick={() => setOpened('add')}>
          <Plus aria-hidden className="size-4" />
          Add address
        </Button>
      </CardHeader>
      {data ? (
        <Book book={data} onOpen={setOpened} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={2} className="p-4 sm:p-5" />
      )}
      <Suspense>
        {opened === 'add' && <AddDialog waitHours={data?.wait.hours ?? 0} onClose={close} />}
        {opened !== null && opened !== 'add' && 'rename' in opened && (
          <LabelDialog saved={opened.rename} onClose={close} />
        )}
      </Suspense>
      {opened !== null && opened !== 'add' && 'remove' in opened && (
        <RemoveDialog saved={opened.remove} onClose={close} />
      )}
    </Card>
  );
}

interface BookProps {
  book: WithdrawalAddresses;
  onOpen: (what: Opened) => void;
}

function Book({ book: { addresses, wait }, onOpen }: BookProps) {
  return (
    <>
      {addresses.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line">
          {addresses.map((saved) => (
            <Row key={saved.id} saved={saved} onOpen={onOpen} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={BookUser} title="No saved addresses yet">
          <p>Save an address now, and its wait is over when you need it.</p>
        </EmptyState>
      )}
      <div className="border-line border-t">
        <WaitForm wait={wait} />
      </div>
    </>
  );
}

function Row({ saved, onOpen }: { saved: WithdrawalAddress; onOpen: BookProps['onOpen'] }) {
  const { label, address, usableAt, lastUsedAt } = saved;
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-1">
          <span className="wrap-anywhere">{label}</span>
          {isWaiting(saved) && <Badge tone="warn">Usable from {formatTime(usableAt)}</Badge>}
        </p>
        <p className="break-all font-mono text-3 text-xs">{address}</p>
        {lastUsedAt && <p className="text-3 text-xs">Last used {formatTime(lastUsedAt)}</p>}
      </div>
      <span className="flex">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Rename ${label}`}
          onClick={() => onOpen({ rename: saved })}
        >
          <Pencil aria-hidden className="size-4" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${label}`}
          onClick={() => onOpen({ remove: saved })}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </span>
    </li>
  );
}

function RemoveDialog({ saved, onClose }: { saved: WithdrawalAddress; onClose: () => void }) {
  const remove = useRemoveAddress(onClose);
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${saved.label}”?`}
      description="Pending withdrawals to it continue. If you save the address again before you have used it, it waits again."
      confirmLabel="Remove"
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(saved)}
    />
  );
}
