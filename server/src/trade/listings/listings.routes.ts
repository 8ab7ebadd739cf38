import { api } from '@sterling/contract/api.ts';
import { actsAsStaff } from '../../people/sessions/sessions.reads.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { CHANGES_SELF } from '../../platform/http/writing.ts';
import { refuseNoChange } from '../../platform/input.ts';
import { cleanUpload, sendPicture } from '../../platform/pictures/pictures.ts';
import type { Services } from '../../services.ts';
import { listingFigures, listListings, readListing, readListingPicture } from './listings.reads.ts';
import {
  changeListing,
  createListing,
  removeListing,
  removeListingPicture,
  setListingPicture,
} from './listings.ts';

/** Listings of the marketplace. A change to another seller's listing is answered like a missing listing. */
export function listingRoutes({ config, db }: Pick<Services, 'config' | 'db'>): Route[] {
  return [
    handle(api.listings.list, async ({ user, query, total }) => {
      const { listings, total: count } = await listListings(db, user.id, query);
      total(count);
      return listings;
    }),
    handle(api.listings.figures, ({ user, query }) => listingFigures(db, user.id, query.tz)),
    handle(api.listings.create, ({ user, body, once }) =>
      once(async (tx) => readListing(tx, user.id, await createListing(tx, user.id, body)), CHANGES_SELF),
    ),
    handle(api.listings.update, ({ user, params: { id }, body, write }) => {
      refuseNoChange(body);
      return write(async (tx) => {
        await changeListing(tx, user.id, id, body);
        return readListing(tx, user.id, id);
      });
    }),
    handle(api.listings.remove, ({ user, params: { id }, write }) =>
      write(async (tx) => {
        await removeListing(tx, user.id, id);
        return { success: true as const };
      }),
    ),
    ...pictureRoutes({ config, db }),
  ];
}

function pictureRoutes({ config, db }: Pick<Services, 'config' | 'db'>): Route[] {
  return [
    handle(api.listings.setPicture, async ({ user, params: { id }, body, write }) => {
      // checks first, so that a picture that would be refused is not decoded
      await readListing(db, user.id, id);
      const clean = await cleanUpload(user.id, body.picture);
      return write(async (tx) => {
        await setListingPicture(tx, user.id, id, clean);
        return readListing(tx, user.id, id);
      });
    }),
    handle(api.listings.removePicture, ({ user, params: { id }, write }) =>
      write(async (tx) => {
        await removeListingPicture(tx, user.id, id);
        return readListing(tx, user.id, id);
      }),
    ),
    handle(api.listings.readPicture, async ({ user, params, query, reply }) => {
      const reader = { id: user.id, isStaff: actsAsStaff(user, config.mode) };
      const size = query.small === '1' ? 'thumbnail' : 'picture';
      return sendPicture(reply, await readListingPicture(db, reader, params, size), 'listing');
    }),
  ];
}
