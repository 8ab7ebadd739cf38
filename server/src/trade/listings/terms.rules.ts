import { createHash } from 'node:crypto';

/** What a seller offers. */
export interface Offer {
  readonly title: string;
  readonly description: string | null;
  readonly pictureId: string | null;
  readonly itemType: string;
  readonly quantity: number;
  readonly priceCents: number;
  readonly deliveryTime: string;
}

/**
 * Names an offer, so that a buyer gets what they saw or is refused. Equal offers have equal hashes: a sale that was cancelled changes
 * nothing. It is a whole SHA-256, because a seller who can choose both texts must not find two with one hash.
 */
export function hashTerms(offer: Offer): string {
  const { title, description, pictureId, itemType, quantity, priceCents, deliveryTime } = offer;
  const terms = [title, description, pictureId, itemType, quantity, priceCents, deliveryTime];
  return createHash('sha256').update(JSON.stringify(terms)).digest('base64url');
}
