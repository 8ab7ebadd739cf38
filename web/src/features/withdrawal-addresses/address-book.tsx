import { parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import {
  MAX_WAIT_HOURS,
  type WithdrawalAddress,
  type WithdrawalAddresses,
  withdrawalAddresses,
} from '@sterling/contract/withdrawal-addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { BookUser, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { Form } from '../../kit/form/form.tsx';
import { SavedField } from '../../kit/form/saved-field.tsx';
import { plainDecimal } from '../../kit/form/typed-decimal.ts';
import { useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { AlertDialog } from '../../kit/ui/alert-dialog.tsx';
import { Badge } from '../../kit/ui/badge.tsx';
import { Button, IconButton } from '../../kit/ui/button.tsx';
import { Card, CardHeader } from '../../kit/ui/card.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { EmptyState } from '../../kit/ui/missing-content.tsx';
import { Overlays } from '../../kit/ui/overlays.tsx';
import { SkeletonRows } from '../../kit/ui/spinner.tsx';
import { toast } from '../../kit/ui/toast.ts';
import { addressesQuery, hoursText, isWaiting, useRemoveAddress, useSetWait } from './addresses.tsx';

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

/** What is done, and with which address. */
type Opened = { to: 'add' } | { to: 'rename' | 'remove'; saved: WithdrawalAddress } | null;

/** Saved addresses for withdrawals, and how long new ones wait. */
export function AddressBook() {
  const query = useQuery(addressesQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <Card aria-labelledby="addresses">
      <CardHeader id="addresses" title={t('Withdrawal addresses')}>
        <Button variant="secondary" size="sm" onClick={() => setOpened({ to: 'add' })}>
          <Plus aria-hidden className="size-4" />
          {t('Add address')}
        </Button>
      </CardHeader>
      <Loaded query={query} waiting={<SkeletonRows rows={2} className="p-4 sm:p-5" />}>
        {(book) => <Book book={book} onOpen={setOpened} />}
      </Loaded>
      <Overlays>
        {opened && opened.to !== 'remove' && (
          <AddressDialog
            saved={opened.to === 'rename' ? opened.saved : undefined}
            waitHours={query.data?.wait.hours ?? 0}
            onClose={close}
          />
        )}
        {opened?.to === 'remove' && <RemoveDialog saved={opened.saved} onClose={close} />}
      </Overlays>
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
        <EmptyState icon={BookUser} title={t('No saved addresses yet')}>
          <p>
            {wait.hours > 0
              ? t('Save an address now, and its wait is over when you need it.')
              : t('Save an address to choose it when you withdraw.')}
          </p>
        </EmptyState>
      )}
      <div className="border-line border-t">
        <WaitForm key={chosenHours(wait)} wait={wait} />
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
          {isWaiting(saved) && (
            <Badge tone="warn">{t('Usable from {usableAt}', { usableAt: formatTime(usableAt) })}</Badge>
          )}
        </p>
        <p className="break-all font-mono text-3 text-xs">{address}</p>
        {lastUsedAt && (
          <p className="text-3 text-xs">
            {t('Last used {lastUsedAt}', { lastUsedAt: formatTime(lastUsedAt) })}
          </p>
        )}
      </div>
      <span className="flex">
        <IconButton
          icon={Pencil}
          label={t('Rename {label}', { label })}
          onClick={() => onOpen({ to: 'rename', saved })}
        />
        <IconButton
          icon={Trash2}
          label={t('Remove {label}', { label })}
          onClick={() => onOpen({ to: 'remove', saved })}
        />
      </span>
    </li>
  );
}

function RemoveDialog({ saved, onClose }: { saved: WithdrawalAddress; onClose: () => void }) {
  const remove = useRemoveAddress(() => {
    toast({ title: t('Address removed') });
    onClose();
  });
  return (
    <AlertDialog
      onClose={onClose}
      title={t('Remove “{label}”?', { label: saved.label })}
      description={
        saved.lastUsedAt === null
          ? t('Pending withdrawals to it continue. If you save it again, its wait starts again.')
          : t('Pending withdrawals to it continue.')
      }
      confirmLabel={t('Remove')}
      danger
      pending={remove.isPending}
      onConfirm={() => remove.mutate(saved)}
    />
  );
}

/** The user's own wait for new addresses, in whole hours. */
function WaitForm({ wait }: { wait: WithdrawalAddresses['wait'] }) {
  const change = useSetWait();
  const form = useContractForm(withdrawalAddresses.setWait, {
    defaultValues: { hours: String(chosenHours(wait)) },
    bodyOf: ({ hours }) => ({ hours: parseDecimal(plainDecimal(hours), 0) ?? Number.NaN }),
    missing: { hours: t('Enter hours') },
    wrong: { hours: t('Whole hours from 0 to {maxWaitHours}', { maxWaitHours: MAX_WAIT_HOURS }) },
  });
  return (
    <Form onSubmit={form.submit((body) => change.mutate(body))} className="p-4 sm:max-w-lg sm:p-5">
      <SavedField
        {...form.field('hours')}
        label={t('Wait for new addresses')}
        hint={hintOf(wait)}
        after={t('hours')}
        inputMode="numeric"
        pending={change.isPending}
        isDirty={form.isDirty}
      />
    </Form>
  );
}

/** The wait that the user chose, even if it does not count yet. */
const chosenHours = ({ ownHours, next }: WithdrawalAddresses['wait']): number => next?.hours ?? ownHours;

function hintOf({ hours, ownerHours, next }: WithdrawalAddresses['wait']): string {
  if (next)
    return t('Now {hours}. {nextHours} from {from}.', {
      hours: hoursText(hours),
      nextHours: hoursText(Math.max(next.hours, ownerHours)),
      from: formatTime(next.from),
    });
  if (ownerHours > 0)
    return t(
      'Your first withdrawal to a new address waits this long. At least {ownerHours}. A shorter wait starts when the old one has passed.',
      { ownerHours: hoursText(ownerHours) },
    );
  return t(
    'Your first withdrawal to a new address waits this long. A shorter wait starts when the old one has passed.',
  );
}
