import type { Listing } from '@sterling/contract/listings.ts';
import { cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { purchaseOf } from './listing-card.tsx';

const listing = {
  id: 'l',
  sellerId: 's',
  pricePerUnit: cents(335),
  totalPrice: cents(1005),
  quantity: 3,
  termsHash: 'offer',
} as Listing;

test('S3.03 a purchase sends quantity 1, the listing’s total, 5% of it as text with two decimals, and what was shown', () => {
  expect(purchaseOf(listing, 5)).toEqual({
    listingId: 'l',
    sellerId: 's',
    quantity: 1,
    pricePerUnit: 3.35,
    totalAmount: 10.05,
    platformFee: '0.50',
    termsHash: 'offer',
  });
});

test('S3.03 the fee rounds half up and follows the owner’s setting', () => {
  expect(purchaseOf({ ...listing, totalPrice: cents(50) }, 5).platformFee).toBe('0.03');
  expect(purchaseOf(listing, 0).platformFee).toBe('0.00');
  expect(purchaseOf(listing, 7.5).platformFee).toBe('0.75');
});
