import type { Given } from '@sterling/contract/endpoint.ts';
import { plural, t } from '@sterling/contract/texts.ts';
import {
  type WithdrawalAddress,
  type WithdrawalAddresses,
  withdrawalAddresses,
} from '@sterling/contract/withdrawal-addresses.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { call } from '../../data/call.ts';
import { serverNow } from '../../data/server-time.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { Field, InputField } from '../../kit/ui/field.tsx';
import { Select } from '../../kit/ui/select.tsx';

export const addressesQuery = queryOptions({
  queryKey: ['withdrawal-addresses'],
  queryFn: ({ signal }) => call(withdrawalAddresses.list, undefined, { signal }),
  refetchOnMount: 'always',
});

const BOOK = ['withdrawal-addresses'] as const;

/** Every write answers the whole book, which replaces the shown one. */
function useKeep(onDone: (book: WithdrawalAddresses) => void = () => undefined) {
  const client = useQueryClient();
  return (book: WithdrawalAddresses) => {
    client.setQueryData(addressesQuery.queryKey, book);
    onDone(book);
  };
}

interface NewAddress {
  readonly label: string;
  readonly ltcAddress: string;
}

/** Saves an address. The caller shows the failure. `onDone` gets the book with it. */
export function useAddAddress(onDone: (book: WithdrawalAddresses) => void) {
  return useMutation({
    mutationFn: (body: NewAddress) => call(withdrawalAddresses.add, { body }),
    onSuccess: useKeep(onDone),
    meta: { changes: ['inbox'], replaces: BOOK },
  });
}

/** Gives a saved address another label. */
export function useRenameAddress(onDone: () => void) {
  return useMutation({
    mutationFn: ({ id, label }: Pick<WithdrawalAddress, 'id' | 'label'>) =>
      call(withdrawalAddresses.rename, { params: { id }, body: { label } }),
    onSuccess: useKeep(onDone),
    meta: { failed: t('Not renamed'), replaces: BOOK },
  });
}

/** Removes a saved address. */
export function useRemoveAddress(onDone: () => void) {
  return useMutation({
    mutationFn: ({ id }: WithdrawalAddress) => call(withdrawalAddresses.remove, { params: { id } }),
    onSuccess: useKeep(onDone),
    meta: { failed: t('Not removed'), replaces: BOOK },
  });
}

/** Sets the own wait for new addresses. */
export function useSetWait() {
  return useMutation({
    mutationFn: (body: Given<typeof withdrawalAddresses.setWait, 'body'>) =>
      call(withdrawalAddresses.setWait, { body }),
    onSuccess: useKeep(),
    meta: { failed: t('Wait not changed'), changes: ['inbox'], replaces: BOOK },
  });
}

/** Whether withdrawals to an address still wait. */
export const isWaiting = ({ usableAt }: Pick<WithdrawalAddress, 'usableAt'>): boolean =>
  usableAt.getTime() > serverNow();

/** `1 hour`, `24 hours` */
export const hoursText = (count: number): string => plural(count, '{count} hour', '{count} hours', { count });

interface SavedAddressesProps {
  /** The address in the form. */
  value: string;
  onChoose: (address: string) => void;
}

/** Chooses one of the saved addresses. Nothing without any. */
export function SavedAddresses({ value, onChoose }: SavedAddressesProps) {
  const { data } = useQuery(addressesQuery);
  if (!data || data.addresses.length === 0) return null;
  const choices = data.addresses.map((saved) => ({
    value: saved.address,
    label: saved.label,
    note: isWaiting(saved)
      ? t('Waits until {usableAt}', { usableAt: formatTime(saved.usableAt) })
      : saved.address,
  }));
  const chosen = choices.find((choice) => choice.value === value.trim())?.value;
  return (
    <Field label={t('Saved address')}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={onChoose}
          choices={choices}
          placeholder={t('Choose a saved address')}
        />
      )}
    </Field>
  );
}

export const NO_ADDRESS = t('Enter a Litecoin address');

/** The field for the address that a withdrawal is sent to. */
export function AddressField(props: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return (
    <InputField
      {...props}
      label={t('Litecoin address')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="ltc1…"
      className="font-mono text-sm max-sm:text-base"
    />
  );
}
