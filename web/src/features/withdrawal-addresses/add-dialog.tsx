import { useForm } from 'react-hook-form';
import { ApiError } from '../../data/call.ts';
import { explain } from '../../data/failure.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { toast } from '../../kit/ui/toast-store.ts';
import { LABEL_RULE, LabelField } from './label-field.tsx';
import { useAddAddress } from './use-addresses.ts';

/** Saves an address with a label. */
export default function AddDialog({ waitHours, onClose }: { waitHours: number; onClose: () => void }) {
  const form = useForm({ mode: 'onTouched', defaultValues: { label: '', ltcAddress: '' } });
  const { errors, isDirty } = form.formState;
  const add = useAddAddress(() => {
    toast({ title: 'Address Saved', description: 'You can choose it in your next withdrawal.' });
    onClose();
  });
  const send = form.handleSubmit((body) =>
    add.mutate(body, {
      onError: (error) => form.setError('ltcAddress', { message: explainAddress(error) }),
    }),
  );
  return (
    <FormDialog
      title="Save a withdrawal address"
      description={
        waitHours > 0
          ? `For your safety it can be used after ${waitHours} ${waitHours === 1 ? 'hour' : 'hours'}.`
          : 'An address of your own Litecoin wallet.'
      }
      submitLabel="Save address"
      isDirty={isDirty}
      isPending={add.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <LabelField {...form.register('label', LABEL_RULE)} error={errors.label?.message} />
      <InputField
        {...form.register('ltcAddress', {
          validate: (text) => text.trim() !== '' || 'Enter a Litecoin address',
        })}
        label="Litecoin address"
        error={errors.ltcAddress?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="ltc1…"
        className="font-mono text-sm max-sm:text-base"
      />
    </FormDialog>
  );
}

/** The hint of an address in the old format names the form to enter. */
const explainAddress = (error: unknown): string =>
  error instanceof ApiError && error.code === 'address_ambiguous' && error.hint ? error.hint : explain(error);
