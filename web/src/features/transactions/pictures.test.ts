import { MAX_PICTURE_BYTES } from '@sterling/contract/pictures.ts';
import type { Picture } from '@sterling/contract/transactions.ts';
import { expect, test } from 'vitest';
import { namedPictures, pictureAddress, problemOf } from './pictures.ts';

const picture = (id: string, by: Picture['by']): Picture => ({
  id,
  by,
  width: 1,
  height: 1,
  addedAt: new Date(),
});

test('pictures are counted by side, and the viewer’s own are named so', () => {
  const pictures = [picture('a', 'seller'), picture('b', 'buyer'), picture('c', 'seller')];
  const names = (viewer: 'buyer' | 'seller' | 'staff') =>
    namedPictures(pictures, viewer).map(({ name }) => name);
  expect(names('staff')).toEqual(['Seller 1', 'Buyer 1', 'Seller 2']);
  expect(names('seller')).toEqual(['You 1', 'Buyer 1', 'You 2']);
});

test('a file is refused before it is sent if its type, size or number is wrong', () => {
  const file = (type: string, size = 1) => ({ name: 'proof', type, size });
  expect(problemOf([file('image/png', MAX_PICTURE_BYTES), file('image/webp')], 2)).toBe(null);
  expect(problemOf([file('image/gif')], 4)).toBe('proof is not a PNG, JPEG or WebP picture.');
  expect(problemOf([file('image/jpeg', MAX_PICTURE_BYTES + 1)], 4)).toBe('proof is larger than 2 MB.');
  const mixed = [file('image/png'), file('image/gif')];
  expect(problemOf(mixed, 4)).toBe('proof is not a PNG, JPEG or WebP picture. No picture was added.');
  const two = [file('image/png'), file('image/png')];
  expect(problemOf(two, 1)).toBe('Choose at most 1 more picture.');
  expect(problemOf([...two, ...two], 3)).toBe('Choose at most 3 more pictures.');
  expect(problemOf(two, 0)).toBe('You can add 4 pictures.');
});

test('the address of a thumbnail says so', () => {
  expect(pictureAddress('t', 'p')).toBe('/api/transactions/t/pictures/p');
  expect(pictureAddress('t', 'p', { small: true })).toBe('/api/transactions/t/pictures/p?small=1');
});
