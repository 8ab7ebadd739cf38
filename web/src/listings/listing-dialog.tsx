import type { ItemType, Listing } from '@sterling/contract/listings.ts';
import { dollarText } from '@sterling/contract/money.ts';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { AffixedInput, Input } from '../ui/input.tsx';
import { Usd } from '../ui/money.tsx';
import { Select } from '../ui/select.tsx';
import { priceOf, quantityOf, totalOf } from './listing-form.ts';
import { ITEM_TYPES } from './names.ts';
import { useSaveListing } from './use-listing.ts';

interface ListingDialogProps {
  /** The listing to edit. Null creates a new one. */
  listing: Listing | null;
  onClose: () => void;
}

export default function ListingDialog({ listing, onClose }: ListingDialogProps) {
  const form = useForm({
    mode: 'onTouched',
    defaultValues: {
      title: listing?.title ?? '',
      itemType: listing?.itemType ?? ('limited_items' as ItemType),
      quantity: listing ? String(listing.quantity) : '1',
      pricePerUnit: listing ? listing.pricePerUnit.toFixed(2) : '',
      deliveryTime: listing?.deliveryTime ?? '1 hour',
    },
  });
  const { errors, isDirty } = form.formState;
  const save = useSaveListing(listing, {
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  const submit = form.handleSubmit(({ title, itemType, quantity, pricePerUnit, deliveryTime }) => {
    const price = priceOf(pricePerUnit);
    if (price === null) return;
    save.mutate({
      title: title.trim(),
      itemType,
      quantity: quantity.trim(),
      pricePerUnit: dollarText(price),
      deliveryTime: deliveryTime.trim(),
    });
  });
  const [quantity, price] = useWatch({ control: form.control, name: ['quantity', 'pricePerUnit'] });
  const total = totalOf(quantity, price);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      dirty={isDirty && !save.isPending}
      title={listing ? 'Edit Listing' : 'Create New Listing'}
      description="A listing is bought whole: its price is quantity times price per unit."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Title" error={errors.title?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('title', { validate: (text) => text.trim() !== '' || 'Say what you offer' })}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label="Item type" hint={listing ? 'A listing keeps its type.' : undefined}>
          {(control) => (
            <Controller
              name="itemType"
              control={form.control}
              render={({ field: { value, onChange } }) => (
                <Select
                  {...control}
                  value={value}
                  onChange={onChange}
                  choices={ITEM_TYPES}
                  disabled={listing !== null}
                />
              )}
            />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Quantity" error={errors.quantity?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('quantity', {
                  validate: (text) => quantityOf(text) !== null || 'Enter a whole number from 1',
                })}
                inputMode="numeric"
                autoComplete="off"
              />
            )}
          </Field>
          <Field label="Price per unit" error={errors.pricePerUnit?.message}>
            {(control) => (
              <AffixedInput
                {...control}
                {...form.register('pricePerUnit', {
                  validate: (text, { quantity: count }) => findPriceError(text, count) ?? true,
                })}
                inputMode="decimal"
                autoComplete="off"
                placeholder="0.00"
                before="$"
              />
            )}
          </Field>
        </div>
        <Field
          label="Delivery time"
          hint="How soon the buyer has it, such as '1 hour'"
          error={errors.deliveryTime?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('deliveryTime', {
                validate: (text) => text.trim() !== '' || 'Say how soon you deliver',
              })}
              maxLength={50}
              autoComplete="off"
            />
          )}
        </Field>
        <p className="flex items-baseline justify-between gap-4 rounded-lg bg-surface-2 px-4 py-3">
          <span className="text-3">Total price</span>
          {total === null ? (
            <span className="text-3">–</span>
          ) : (
            <Usd cents={total} className="font-semibold text-1 text-base" />
          )}
        </p>
        <DialogActions>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={save.isPending}>
            {listing ? 'Save Changes' : 'Create Listing'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function findPriceError(text: string, quantityText: string): string | null {
  if (priceOf(text) === null) return 'Enter a price above $0.00, with at most two decimals';
  const tooMuch = quantityOf(quantityText) !== null && totalOf(quantityText, text) === null;
  return tooMuch ? 'A listing costs at most $1,000,000,000' : null;
}
