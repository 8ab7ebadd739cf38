import { type ItemType, type Listing, listings } from '@sterling/contract/listings.ts';
import { type Cents, cents, MAX_LISTING_CENTS, marketplaceFee } from '@sterling/contract/money.ts';
import { MAX_PICTURE_MB, PICTURE_TYPES } from '@sterling/contract/pictures.ts';
import { t } from '@sterling/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { ImagePlus, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { dataUrlOf, findFileProblem } from '../../data/files.ts';
import { FormSelect } from '../../kit/form/controlled-fields.tsx';
import { parseDollars, plainDecimal, typedDecimal, typedDollars } from '../../kit/form/typed-decimal.ts';
import { type FieldProps, useContractForm } from '../../kit/form/use-contract-form.ts';
import { dollarSign, formatShare, formatTrimmedUsd, formatUsd } from '../../kit/format/format.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SumLine } from '../../kit/ui/details.tsx';
import { FormDialog } from '../../kit/ui/dialog.tsx';
import { FieldError, InputField, TextareaField } from '../../kit/ui/field.tsx';
import { Usd } from '../../kit/ui/money.tsx';
import { platformStatusQuery } from '../platform/queries.ts';
import { ListingPicture } from '../transactions/listing-picture.tsx';
import { ITEM_TYPES, type PictureChange, quantityOf, totalOf, useSaveListing } from './listings.ts';

interface ListingDialogProps {
  /** The listing to edit. Null creates a new one. */
  listing: Listing | null;
  onClose: () => void;
}

/** Creates a listing, or edits the given one. */
export default function ListingDialog({ listing, onClose }: ListingDialogProps) {
  const [picture, setPicture] = useState<PictureChange>();
  const form = useContractForm(listings.create, {
    defaultValues: draftOf(listing),
    bodyOf,
    missing: { title: t('Enter a title'), deliveryTime: t('Enter a delivery time') },
    wrong: { quantity: NO_QUANTITY, pricePerUnit: NO_PRICE },
    rules: {
      quantity: ({ quantity }) => (quantityOf(quantity) === null ? NO_QUANTITY : undefined),
      pricePerUnit: findPriceError,
    },
  });
  const save = useSaveListing(listing, {
    onDone: onClose,
    onFieldError: (field, message) => form.setError(field, { message }),
  });
  return (
    <FormDialog
      title={listing ? t('Edit listing') : t('Create New Listing')}
      description={t('Buyers purchase the whole listing: quantity × price per unit.')}
      submitLabel={listing ? t('Save changes') : t('Create listing')}
      isDirty={form.isDirty || picture !== undefined}
      isPending={save.isPending}
      onSubmit={form.submit((terms) => save.mutate({ terms, changes: form.changesIn(terms), picture }))}
      onClose={onClose}
    >
      <InputField {...form.field('title')} label={t('Title')} autoComplete="off" />
      <TextareaField {...form.field('description')} label={t('Description (optional)')} rows={3} />
      <PictureField listing={listing} change={picture} onChange={setPicture} />
      <FormSelect
        control={form.control}
        name="itemType"
        label={t('Item type')}
        hint={listing ? t("The type can't be changed.") : t("The type can't be changed later.")}
        choices={ITEM_TYPES}
        disabled={listing !== null}
      />
      <PriceFields quantity={form.field('quantity')} price={form.field('pricePerUnit')} />
      <InputField
        {...form.field('deliveryTime')}
        label={t('Delivery time')}
        hint={t('How long delivery takes, e.g. 1 hour')}
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
  pricePerUnit: listing ? typedDollars(listing.pricePerUnit) : '',
  deliveryTime: listing?.deliveryTime ?? t('1 hour'),
});

const bodyOf = ({ title, description, itemType, quantity, pricePerUnit, deliveryTime }: ListingDraft) => ({
  title: title.trim(),
  description: description.trim() || null,
  itemType,
  quantity: plainDecimal(quantity),
  pricePerUnit: plainDecimal(pricePerUnit),
  deliveryTime: deliveryTime.trim(),
});

function PriceFields({ quantity, price }: { quantity: FieldProps; price: FieldProps }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <InputField {...quantity} label={t('Quantity')} inputMode="numeric" autoComplete="off" />
      <InputField
        {...price}
        label={t('Price per unit')}
        inputMode="decimal"
        autoComplete="off"
        placeholder={typedDecimal('0.00')}
        before={dollarSign()}
      />
    </div>
  );
}

const NO_QUANTITY = t('Enter 1 or more');
const NO_PRICE = t('Enter a price above {value}, with at most two decimals', { value: formatUsd(cents(0)) });

function findPriceError({ quantity, pricePerUnit }: ListingDraft): string | undefined {
  if (parseDollars(pricePerUnit) === null) return NO_PRICE;
  const tooMuch = quantityOf(quantity) !== null && totalOf(quantity, pricePerUnit) === null;
  return tooMuch
    ? t('A listing costs at most {maximum}', { maximum: formatTrimmedUsd(MAX_LISTING_CENTS) })
    : undefined;
}

/** The price of the whole listing, and what its seller receives of it. */
function TotalPrice({ control }: { control: Control<ListingDraft> }) {
  const [quantity, price] = useWatch({ control, name: ['quantity', 'pricePerUnit'] });
  const { data: platform } = useQuery(platformStatusQuery);
  const total = totalOf(quantity, price);
  const fee = total !== null && platform ? marketplaceFee(total, platform.marketplaceFeePercent) : null;
  return (
    <dl className="flex flex-col gap-1 rounded-lg bg-surface-2 px-4 py-3">
      <SumLine name={t('Total price')}>{shown(total)}</SumLine>
      <SumLine
        name={
          platform
            ? t('Marketplace fee ({percent})', { percent: formatShare(platform.marketplaceFeePercent) })
            : t('Marketplace fee')
        }
      >
        {shown(fee)}
      </SumLine>
      <SumLine name={t('You receive')} className="font-semibold text-base">
        {shown(total !== null && fee !== null ? cents(total - fee) : null)}
      </SumLine>
    </dl>
  );
}

/** Null: not known yet. */
const shown = (amount: Cents | null) => (amount === null ? '–' : <Usd cents={amount} />);

interface PictureFieldProps {
  listing: Listing | null;
  change: PictureChange;
  onChange: (change: PictureChange) => void;
}

/** Chooses the picture of a listing, with a preview. */
function PictureField({ listing, change, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const preview = usePreview(change);
  const isKept = change === undefined && listing !== null && listing.pictureId !== null;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    const found = findFileProblem(file);
    setProblem(found);
    if (!found) onChange(file);
  };
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-2">{t('Picture (optional)')}</span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Picture of the item')}
        accept={PICTURE_TYPES.join(',')}
        onChange={choose}
      />
      {isKept && <ListingPicture listing={listing} small className="h-32" />}
      {preview && (
        <img
          src={preview}
          alt={t('The chosen file')}
          className="h-32 w-full rounded-lg border border-line bg-surface-2 object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="button" variant="secondary" size="sm" onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {isKept || preview ? t('Replace picture') : t('Add picture')}
        </Button>
        {(isKept || preview) && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            onClick={() => onChange(listing?.pictureId ? null : undefined)}
          >
            <X aria-hidden className="size-4" />
            {t('Remove picture')}
          </Button>
        )}
        <span className="text-3 text-xs">
          {t('PNG, JPEG or WebP, up to {most} MB', { most: MAX_PICTURE_MB })}
        </span>
      </div>
      {problem && <FieldError>{problem}</FieldError>}
    </div>
  );
}

/** An address under which the browser shows a chosen file. */
function usePreview(file: PictureChange): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (made: string | null) => isCurrent && setAddress(made);
    if (file) dataUrlOf(file).then(show, () => show(null));
    else show(null);
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return address;
}
