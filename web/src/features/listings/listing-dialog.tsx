import type { ItemType, Listing } from '@sterling/contract/listings.ts';
import { dollarText } from '@sterling/contract/money.ts';
import { type Control, Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Field } from '../../kit/ui/field.tsx';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { InputField } from '../../kit/ui/input-field.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { Select } from '../../kit/ui/select.tsx';
import { priceOf, quantityOf, totalOf } from './listing-form.ts';
import { ITEM_TYPES } from './names.ts';
import { useSaveListing } from './use-listing.ts';

interface ListingDialogProps {
  /** The listing to edit. Null creates a new one. */
  listing: Listing | null;
  onClose: () => void;
}

export default function ListingDialog({ listing, onClose }: ListingDialogProps) {
  const form = useForm<ListingDraft>({ mode: 'onTouched', defaultValues: draftOf(listing) });
  const save = useSaveListing(listing, {
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  const submit = form.handleSubmit(({ title, description, itemType, quantity, pricePerUnit, deliveryTime }) => {
    const price = priceOf(pricePerUnit);
    if (price === null) return;
    save.mutate({
      title: title.trim(),
      description: description.trim() || null,
      itemType,
      quantity: quantity.trim(),
      pricePerUnit: dollarText(price),
      deliveryTime: deliveryTime.trim(),
    });
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title={listing ? 'Edit Listing' : 'Create New Listing'}
      description="Buyers purchase the whole listing: quantity × price per unit."
      submitLabel={listing ? 'Save Changes' : 'Create Listing'}
      isDirty={isDirty}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        {...form.register('title', { validate: (text) => text.trim() !== '' || 'Enter a title' })}
        label="Title"
        error={errors.title?.message}
        maxLength={100}
        autoComplete="off"
      />
      <ItemTypeField control={form.control} isFixed={listing !== null} />
      <PriceFields form={form} />
      <InputField
        {...form.register('deliveryTime', {
          validate: (text) => text.trim() !== '' || 'Enter a delivery time',
        })}
        label="Delivery time"
        hint="How long delivery takes, e.g. 1 hour"
        error={errors.deliveryTime?.message}
        maxLength={50}
        autoComplete="off"
      />
      <TotalPrice control={form.control} />
    </FormDialog>
  );
}

interface ListingDraft {
  title: string;
  description: string;
  itemType: ItemType;
  quantity: string;
  pricePerUnit: string;
  deliveryTime: string;
}

const draftOf = (listing: Listing | null): ListingDraft => ({
  title: listing?.title ?? '',
  description: listing?.description ?? '',
  itemType: listing?.itemType ?? 'limited_items',
  quantity: listing ? String(listing.quantity) : '1',
  pricePerUnit: listing ? listing.pricePerUnit.toFixed(2) : '',
  deliveryTime: listing?.deliveryTime ?? '1 hour',
});

function ItemTypeField({ control, isFixed }: { control: Control<ListingDraft>; isFixed: boolean }) {
  return (
    <Controller
      name="itemType"
      control={control}
      render={({ field: { value, onChange } }) => (
        <Field label="Item type" hint={isFixed ? "The type can't be changed later." : undefined}>
          {(props) => (
            <Select {...props} value={value} onChange={onChange} choices={ITEM_TYPES} disabled={isFixed} />
          )}
        </Field>
      )}
    />
  );
}

function PriceFields({ form }: { form: UseFormReturn<ListingDraft> }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <InputField
        {...form.register('quantity', {
          validate: (text) => quantityOf(text) !== null || 'Enter 1 or more',
        })}
        label="Quantity"
        error={errors.quantity?.message}
        inputMode="numeric"
        autoComplete="off"
      />
      <InputField
        {...form.register('pricePerUnit', {
          validate: (text, { quantity }) => findPriceError(text, quantity) ?? true,
        })}
        label="Price per unit"
        error={errors.pricePerUnit?.message}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        before="$"
      />
    </div>
  );
}

function findPriceError(text: string, quantityText: string): string | null {
  if (priceOf(text) === null) return 'Enter a price above $0.00, with at most two decimals';
  const tooMuch = quantityOf(quantityText) !== null && totalOf(quantityText, text) === null;
  return tooMuch ? 'A listing costs at most $1,000,000,000' : null;
}

function TotalPrice({ control }: { control: Control<ListingDraft> }) {
  const [quantity, price] = useWatch({ control, name: ['quantity', 'pricePerUnit'] });
  const total = totalOf(quantity, price);
  return (
    <p className="flex items-baseline justify-between gap-4 rounded-lg bg-surface-2 px-4 py-3">
      <span className="text-3">Total price</span>
      {total === null ? (
        <span className="text-3">–</span>
      ) : (
        <Usd cents={total} className="font-semibold text-1 text-base" />
      )}
    </p>
  );
}
