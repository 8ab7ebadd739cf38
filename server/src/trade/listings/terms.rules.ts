import { createHash } from 'node:crypto';

/** Everything about a listing that its buyer agrees to. */
export interface HashedTerms {
  readonly title: string;
  readonly description: string | null;
  readonly pictureId: string | null;
  readonly itemType: string;
  readonly quantity: number;
  readonly priceCents: number;
  readonly deliveryTime: string;
}

/**
 * The hash of a listing's terms. A buyer sends the one that they saw, and gets these terms or is refused. Equal terms have equal
 * hashes: a sale that was cancelled changes nothing. It is a whole SHA-256, because a seller who can choose both texts must not
 * find two with one hash.
 */
export function hashTerms(terms: HashedTerms): string {
  const { title, description, pictureId, itemType, quantity, priceCents, deliveryTime } = terms;
  const inOrder = [title, description, pictureId, itemType, quantity, priceCents, deliveryTime];
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url');
}
