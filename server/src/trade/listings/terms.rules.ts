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
 * The hash of a listing's terms. A purchase carries the hash that its buyer saw. It is refused if the terms have changed since.
 * A cancelled sale changes no terms, so the hash stays the same. It is a whole SHA-256, because a seller who can choose both texts
 * must not find two with one hash.
 */
export function hashTerms(terms: HashedTerms): string {
  const { title, description, pictureId, itemType, quantity, priceCents, deliveryTime } = terms;
  const inOrder = [title, description, pictureId, itemType, quantity, priceCents, deliveryTime];
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url');
}
