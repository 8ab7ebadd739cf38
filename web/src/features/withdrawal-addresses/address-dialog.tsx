import { t } from '@sterling/contract/texts.ts';
import { type WithdrawalAddress, withdrawalAddresses } from '@sterling/contract/withdrawal-addresses.ts';
import { ApiError, explain } from '../../data/call.ts';
import { type FieldProps, useContractForm } from '../../kit/form/use-contract-form.ts';
import { formatTime } from '../../kit/format/format-time.ts';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { InputField } from '../../kit/ui/field.tsx';
import { toast } from '../../kit/ui/toast.ts';
import {
  AddressField,
  hoursText,
  isWaiting,
  NO_ADDRESS,
  useAddAddress,
  useRenameAddress,
} from './addresses.tsx';

interface AddressDialogProps {
  /** The address to rename. Undefined: a new address is added. */
  saved: WithdrawalAddress | undefined;
  /** How long a new address waits. */
  waitHours: number;
  onClose: () => void;
}

/** Saves an address with a label, or changes the label. */
export default function AddressDialog({ saved, waitHours, onClose }: AddressDialogProps) {
  return saved ? (
    <RenameDialog saved={saved} onClose={onClose} />
  ) : (
    <AddDialog waitHours={waitHours} onClose={onClose} />
  );
}

const NO_LABEL = t('Enter a label');

function AddDialog({ waitHours, onClose }: Pick<AddressDialogProps, 'waitHours' | 'onClose'>) {
  const form = useContractForm(withdrawalAddresses.add, {
    defaultValues: { label: '', ltcAddress: '' },
    bodyOf: ({ label, ltcAddress }) => ({ label: label.trim(), ltcAddress: ltcAddress.trim() }),
    missing: { label: NO_LABEL, ltcAddress: NO_ADDRESS },
  });
  const add = useAddAddress(({ addresses }) => {
    const added = addresses.reduce((newest, other) => (other.createdAt > newest.createdAt ? other : newest));
    toast({
      title: t('Address saved'),
      description: isWaiting(added)
        ? t('It can be used from {time}.', { time: formatTime(added.usableAt) })
        : t('You can choose it in your next withdrawal.'),
    });
    onClose();
  });
  const send = form.submit((body) =>
    add.mutate(body, {
      onError: (error) => form.setError('ltcAddress', { message: explainAddress(error) }),
    }),
  );
  return (
    <FormDialog
      title={t('Save a withdrawal address')}
      description={
        waitHours > 0
          ? t('For your safety it can be used after {waitHours}.', { waitHours: hoursText(waitHours) })
          : t('An address of your own Litecoin wallet.')
      }
      submitLabel={t('Save address')}
      isDirty={form.isDirty}
      isPending={add.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <LabelField {...form.field('label')} />
      <AddressField {...form.field('ltcAddress')} />
    </FormDialog>
  );
}

/** The hint of an address in the old format names the form to enter. */
const explainAddress = (error: unknown): string =>
  error instanceof ApiError && error.code === 'address_ambiguous' && error.hint ? error.hint : explain(error);

function RenameDialog({ saved, onClose }: { saved: WithdrawalAddress; onClose: () => void }) {
  const rename = useRenameAddress(onClose);
  const form = useContractForm(withdrawalAddresses.rename, {
    defaultValues: { label: saved.label },
    bodyOf: ({ label }) => ({ label: label.trim() }),
    missing: { label: NO_LABEL },
  });
  return (
    <FormDialog
      title={t('Rename “{label}”', { label: saved.label })}
      submitLabel={t('Save label')}
      isDirty={form.isDirty}
      isPending={rename.isPending}
      onSubmit={form.submit(({ label }) => rename.mutate({ id: saved.id, label }))}
      onClose={onClose}
    >
      <LabelField {...form.field('label')} />
    </FormDialog>
  );
}

function LabelField(field: FieldProps) {
  return <InputField {...field} label={t('Label')} autoComplete="off" placeholder={t('Hardware wallet')} />;
}
