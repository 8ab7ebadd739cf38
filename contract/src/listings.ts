import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  ById,
  CountIn,
  Direction,
  Dollars,
  DollarsIn,
  FileReply,
  Id,
  line,
  lines,
  Paging,
  Search,
  Success,
  Time,
  TimeZone,
} from './fields.ts';
import {
  MAX_PICTURE_MB,
  PICTURE_BODY_BYTES,
  PICTURES_PER_MINUTE,
  PictureIn,
  PictureSize,
} from './pictures.ts';

export const ItemType = z.enum(['robux', 'premium_items', 'limited_items']);
export type ItemType = z.output<typeof ItemType>;
export const ListingStatus = z.enum(['active', 'pending', 'sold', 'cancelled']);
export type ListingStatus = z.output<typeof ListingStatus>;

export const Listing = z.object({
  id: z.string(),
  sellerId: z.string(),
  /** Same as `sellerId`. */
  userId: z.string(),
  /** Without '#' and the discriminator. */
  sellerName: z.string(),
  /** Average of the seller's ratings, one decimal; null without ratings. */
  sellerRating: z.nullable(z.number()),
  title: z.string(),
  /** Null without one. */
  description: z.nullable(z.string()),
  /** Null without a picture. A new picture has a new id. */
  pictureId: z.nullable(z.string()),
  itemType: ItemType,
  quantity: z.number(),
  pricePerUnit: Dollars,
  /** quantity × pricePerUnit, because a listing is bought as a whole. */
  totalPrice: Dollars,
  status: ListingStatus,
  deliveryTime: z.string(),
  /** Names the offer: it changes with title, description, picture, quantity, price and delivery time. Send it with a purchase. */
  termsHash: z.string(),
  /** The trade of a pending or sold listing; null for others. */
  tradeId: z.nullable(z.string()),
  createdAt: Time,
  updatedAt: Time,
});
export type Listing = z.output<typeof Listing>;

/** Active listings that a seller may have. */
export const MAX_LISTINGS = 200;
/** Longest texts of a listing, in characters. */
export const MAX_TITLE = 100;
export const MAX_DESCRIPTION = 1000;
export const MAX_DELIVERY_TIME = 50;
const Title = line(MAX_TITLE);
/** Null removes it. */
const Description = z.optional(z.nullable(lines(MAX_DESCRIPTION)));
const DeliveryTime = line(MAX_DELIVERY_TIME);

export const listings = {
  list: endpoint({
    method: 'GET',
    path: '/api/listings',
    access: 'signed-in',
    scope: 'read',
    summary: 'Active listings of all sellers or of one seller, newest first; own listings in every status',
    query: z.object({
      ...Paging,
      sellerId: z.optional(Id),
      status: z.optional(ListingStatus),
      itemType: z.optional(ItemType),
      /** '1': without own listings, as on the marketplace. */
      others: z.optional(z.string()),
      /** Searches titles, ignoring case. */
      search: Search,
      sort: z.optional(
        z.enum(['createdAt', 'title', 'itemType', 'quantity', 'pricePerUnit', 'totalPrice', 'status']),
      ),
      dir: Direction,
    }),
    reply: z.array(Listing),
  }),
  figures: endpoint({
    method: 'GET',
    path: '/api/listings/figures',
    access: 'signed-in',
    scope: 'read',
    summary: 'The four figures above My Listings',
    query: z.object({ tz: TimeZone }),
    reply: z.object({
      activeListings: z.number(),
      /** Open trades on own listings. */
      pendingOrders: z.number(),
      /** Trades completed since the first of the month. */
      soldThisMonth: z.number(),
      /** Units in active listings. */
      totalInventory: z.number(),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/listings',
    access: 'seller',
    scope: 'trade',
    summary: `Create a listing on the marketplace, up to ${MAX_LISTINGS} active ones`,
    idempotent: true,
    body: z.strictObject({
      title: Title,
      description: Description,
      itemType: ItemType,
      quantity: CountIn,
      pricePerUnit: DollarsIn,
      deliveryTime: DeliveryTime,
    }),
    status: 201,
    reply: Listing,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/listings/{id}',
    access: 'seller',
    scope: 'trade',
    summary: 'Change an own listing while it is active',
    params: ById,
    body: z.strictObject({
      title: z.optional(Title),
      description: Description,
      quantity: z.optional(CountIn),
      pricePerUnit: z.optional(DollarsIn),
      deliveryTime: z.optional(DeliveryTime),
    }),
    reply: Listing,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/listings/{id}',
    access: 'seller',
    scope: 'trade',
    summary: 'Remove an own listing, unless someone is buying it',
    params: ById,
    reply: Success,
  }),
  setPicture: endpoint({
    method: 'POST',
    path: '/api/listings/{id}/picture',
    access: 'seller',
    scope: 'trade',
    summary: `Set the picture of an own active listing: PNG, JPEG or WebP, at most ${MAX_PICTURE_MB} MB`,
    bodyBytes: PICTURE_BODY_BYTES,
    perMinute: PICTURES_PER_MINUTE,
    params: ById,
    body: PictureIn,
    reply: Listing,
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: '/api/listings/{id}/picture',
    access: 'seller',
    scope: 'trade',
    summary: 'Remove the picture of an own active listing',
    params: ById,
    reply: Listing,
  }),
  readPicture: endpoint({
    method: 'GET',
    path: '/api/listings/{id}/pictures/{pictureId}',
    access: 'signed-in',
    scope: 'read',
    summary: 'The picture of a listing as WebP',
    params: z.strictObject({ id: Id, pictureId: Id }),
    query: PictureSize,
    reply: FileReply,
  }),
};
