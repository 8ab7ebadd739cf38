import type { Given } from '@sterling/contract/endpoint.ts';
import { ItemType, type Listing, listings } from '@sterling/contract/listings.ts';
import { type Cents, listingTotal, parseDecimal } from '@sterling/contract/money.ts';
import { t } from '@sterling/contract/texts.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, explain, fieldProblems } from '../../data/call.ts';
import { base64Of } from '../../data/files.ts';
import { callPage } from '../../data/pages.ts';
import { useOnce } from '../../data/use-once.ts';
import { parseDollars, plainDecimal } from '../../kit/form/typed-decimal.ts';
import { sentence } from '../../kit/form/use-contract-form.ts';
import { ownTimeZone } from '../../kit/format/format-time.ts';
import type { Tone } from '../../kit/ui/badge.tsx';
import { pageQuery, type TableView } from '../../kit/ui/table-view.ts';
import { toast } from '../../kit/ui/toast.ts';

const TYPE_NAMES: Readonly<Record<ItemType, string>> = {
  robux: 'Robux',
  premium_items: t('Premium Items'),
  limited_items: t('Limited Items'),
};

/** The name of an item type on screen. */
export const itemTypeName = (type: ItemType): string => TYPE_NAMES[type];

export const ITEM_TYPES = ItemType.options.map((value) => ({ value, label: TYPE_NAMES[value] }));

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  pending: 'warn',
  sold: 'accent',
  cancelled: 'bad',
};

/** The colour of a status. Unknown statuses are neutral. */
export const listingTone = (status: string): Tone => TONES[status] ?? 'neutral';

const SHOWN_OF_ID = 8;

/** The short form of a seller id in My Listings. */
export const shortId = (id: string): string => id.slice(0, SHOWN_OF_ID);

/** Parses a quantity. Null unless it is a whole number of at least 1. */
export function quantityOf(text: string): number | null {
  const quantity = parseDecimal(plainDecimal(text), 0);
  return quantity !== null && quantity > 0 ? quantity : null;
}

/** Total price in cents. Null if an input is missing or the total exceeds the maximum of a listing. */
export function totalOf(quantityText: string, priceText: string): Cents | null {
  const quantity = quantityOf(quantityText);
  const price = parseDollars(priceText);
  return quantity === null || price === null ? null : listingTotal(quantity, price);
}

/** Rows per page of My Listings, and cards per page of the marketplace. */
export const OWN_PAGE_SIZE = 20;
export const MARKET_PAGE_SIZE = 24;

/** One page of the user's own listings in any status. */
export const ownListingsQuery = (sellerId: string, view: TableView) => {
  const query = { ...pageQuery(listings.list, view, OWN_PAGE_SIZE), sellerId };
  return queryOptions({
    queryKey: ['listings', 'own', query],
    queryFn: ({ signal }) => callPage(listings.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

/** The four figures of My Listings. Months use the reader's time zone. */
export const listingFiguresQuery = queryOptions({
  queryKey: ['listings', 'figures'],
  queryFn: ({ signal }) => call(listings.figures, { query: { tz: ownTimeZone() } }, { signal }),
  refetchOnMount: 'always',
});

/** One page of the listings of other users. */
export const marketplaceQuery = (view: TableView) => {
  const query = {
    ...pageQuery(listings.list, view, MARKET_PAGE_SIZE),
    status: 'active' as const,
    others: '1',
  };
  return queryOptions({
    queryKey: ['marketplace', query],
    queryFn: ({ signal }) => callPage(listings.list, { query }, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
};

type NewListing = Given<typeof listings.create, 'body'>;

interface Outcomes {
  readonly onDone: () => void;
  readonly onFieldError: (field: keyof NewListing, message: string) => void;
}

/** A new picture, null to remove the present one, or undefined to keep it. */
export type PictureChange = File | null | undefined;

interface SavedListing {
  readonly terms: NewListing;
  /** The terms that the seller has changed. */
  readonly changes: Partial<NewListing>;
  readonly picture: PictureChange;
}

/**
 * Creates a listing once, or changes the given one. The item type cannot change. Then it sets the picture. A refused picture
 * leaves the saved listing as it is.
 */
export function useSaveListing(listing: Listing | null, { onDone, onFieldError }: Outcomes) {
  const showProblems = (error: unknown) => {
    for (const [field, problem] of Object.entries(fieldProblems(error))) {
      onFieldError(field as keyof NewListing, sentence(problem));
    }
  };
  const tell = (problem: string | null) => {
    toast({
      title: t('Success'),
      description: listing ? t('Listing updated successfully') : t('Listing created successfully'),
    });
    if (problem) toast({ title: t('Picture not saved'), description: problem, variant: 'destructive' });
    onDone();
  };
  const picture = useMutation({
    mutationFn: ({ id, change }: { id: string; change: PictureChange }) =>
      changePicture(id, change).then(() => null, explain),
    onSuccess: tell,
    meta: { changes: ['listings'] },
  });
  const create = useOnce(listings.create, {
    input: (body: NewListing) => ({ body }),
    ...NOT_SAVED,
    onDone: () => undefined,
    onFailed: showProblems,
  });
  const update = useMutation({
    mutationFn: async ({ itemType: _, ...body }: Partial<NewListing>) => {
      if (Object.keys(body).length > 0) await call(listings.update, { params: { id: listing!.id }, body });
    },
    onError: showProblems,
    meta: NOT_SAVED,
  });
  /** The picture is that of this try: a listing whose answer was lost may have been sent with another one. */
  const save = ({ terms, changes, picture: change }: SavedListing) => {
    const finish = (id: string) => (change === undefined ? tell(null) : picture.mutate({ id, change }));
    if (listing) update.mutate(changes, { onSuccess: () => finish(listing.id) });
    else create.mutate(terms, { onSuccess: ({ reply }) => finish(reply.id) });
  };
  return { mutate: save, isPending: create.isPending || update.isPending || picture.isPending };
}

const notDone = (textOf: (error: string) => string) => ({
  changes: ['listings'] as const,
  failed: t('Error'),
  explain: (error: unknown) => textOf(explain(error)),
});
const NOT_SAVED = notDone((error) => t('Failed to save listing. {error}', { error }));

async function changePicture(id: string, picture: PictureChange): Promise<void> {
  if (picture) {
    const body = { picture: await base64Of(picture) };
    await call(listings.setPicture, { params: { id }, body });
  } else if (picture === null) await call(listings.removePicture, { params: { id } });
}

/** Takes a listing off the marketplace. `onSettled` is called after a failure too. */
export function useDeleteListing(onSettled: () => void) {
  return useMutation({
    mutationFn: (id: string) => call(listings.remove, { params: { id } }),
    onSuccess: () => toast({ title: t('Success'), description: t('Listing deleted successfully') }),
    meta: notDone((error) => t('Failed to delete listing. {error}', { error })),
    onSettled,
  });
}
