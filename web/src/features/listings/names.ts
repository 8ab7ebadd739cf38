import { ItemType, type Listing } from '@sterling/contract/listings.ts';
import type { Tone } from '../../kit/ui/badge.tsx';

const TYPE_NAMES: Readonly<Record<ItemType, string>> = {
  robux: 'Robux',
  premium_items: 'Premium Items',
  limited_items: 'Limited Items',
};

export const itemTypeName = (type: ItemType): string => TYPE_NAMES[type];

export const ITEM_TYPES = ItemType.options.map((value) => ({ value, label: TYPE_NAMES[value] }));

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  pending: 'warn',
  sold: 'accent',
  cancelled: 'bad',
};

/** The colour of a status. Unknown statuses are neutral. */
export const listingTone = (status: Listing['status'] | string): Tone => TONES[status] ?? 'neutral';

const SHOWN_OF_ID = 8;

/** The short form of a seller id in My Listings. */
export const shortId = (id: string): string => id.slice(0, SHOWN_OF_ID);
