import { parseDecimal } from '@sterling/contract/money.ts';
import type { Treasury } from '@sterling/contract/treasury.ts';
import { useForm } from 'react-hook-form';
import { formatUsd } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { AffixedInput } from '../ui/input.tsx';
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
    <Dialog
      open
      onOpenChange={(open) => !open && !set.isPending && onClose()}
      dirty={isDirty && !set.isPending}
      title="Set the LTC price"
      description={
        price.held
          ? `The market jumped to ${formatUsd(price.held.price)} and waits for you: ${price.held.reason}.`
          : 'Deposits, quotes and withdrawals use it instead of the market until it ends.'
      }
    >
      <form
        noValidate
        onSubmit={form.handleSubmit(({ usd, minutes }) => set.mutate({ usd, minutes: Number(minutes) }))}
        className="flex flex-col gap-5"
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Dollars per LTC" error={errors.usd?.message}>
            {(control) => (
              <AffixedInput
                {...control}
                {...form.register('usd', {
                  validate: (text) => (parseDecimal(text, 2) ?? 0) > 0 || 'A price with at most two decimals',
                })}
                inputMode="decimal"
                autoComplete="off"
                before="$"
              />
            )}
          </Field>
          <Field label="For how long" error={errors.minutes?.message}>
            {(control) => (
              <AffixedInput
                {...control}
                {...form.register('minutes', {
                  validate: (text) => {
                    const minutes = parseDecimal(text, 0) ?? 0;
                    return (minutes >= 1 && minutes <= MOST_MINUTES) || '1 to 1,440 minutes';
                  },
                })}
                inputMode="numeric"
                autoComplete="off"
                after="min"
              />
            )}
          </Field>
        </div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={set.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={set.isPending}>
            Set Price
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
