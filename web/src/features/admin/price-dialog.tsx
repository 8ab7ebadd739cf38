import { parseDecimal } from '@sterling/contract/money.ts';
import type { Treasury } from '@sterling/contract/treasury.ts';
import { useForm } from 'react-hook-form';
import { formatUsd } from '../../kit/format/format.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { useSetPrice } from './use-tools.ts';

const MOST_MINUTES = 1_440;

interface PriceDialogProps {
  price: Treasury['price'];
  onClose: () => void;
}

/**
 * Sets a manual price that overrides the market price until it expires. It also resolves a held price jump.
 */
export default function PriceDialog({ price, onClose }: PriceDialogProps) {
  const set = useSetPrice(onClose);
  const suggested = price.held?.price ?? price.usd;
  const form = useForm({
    mode: 'onTouched',
    defaultValues: { usd: suggested === null ? '' : suggested.toFixed(2), minutes: '30' },
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title="Set the LTC price"
      description={
        price.held
          ? `The market price jumped to ${formatUsd(price.held.price)} (${price.held.reason}). Confirm it to continue.`
          : 'Overrides the market price for deposits, quotes and withdrawals until it expires.'
      }
      submitLabel="Set Price"
      isDirty={isDirty}
      isPending={set.isPending}
      onSubmit={form.handleSubmit(({ usd, minutes }) => set.mutate({ usd, minutes: Number(minutes) }))}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <InputField
          {...form.register('usd', { validate: isPrice })}
          label="Dollars per LTC"
          error={errors.usd?.message}
          inputMode="decimal"
          autoComplete="off"
          before="$"
        />
        <InputField
          {...form.register('minutes', { validate: isDuration })}
          label="For how long"
          error={errors.minutes?.message}
          inputMode="numeric"
          autoComplete="off"
          after="min"
        />
      </div>
    </FormDialog>
  );
}

const isPrice = (text: string) => (parseDecimal(text, 2) ?? 0) > 0 || 'A price with at most two decimals';

function isDuration(text: string): true | string {
  const minutes = parseDecimal(text, 0) ?? 0;
  return (minutes >= 1 && minutes <= MOST_MINUTES) || '1 to 1,440 minutes';
}
