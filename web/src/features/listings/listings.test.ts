import { expect, test } from 'vitest';
import { inLanguage } from '../../kit/format/language.test-kit.ts';
import { ITEM_TYPES, listingTone, quantityOf, shortId, totalOf } from './listings.ts';

test('S3.01 a listing costs its quantity times its price, to the cent', () => {
  expect(totalOf('3', '19.99')).toBe(5997);
  expect(totalOf(' 1000 ', '0.01')).toBe(1000);
});

test.each(['0', '-1', '1.5', '', 'many', '1e3'])('S3.01 %j is not a quantity', (text) => {
  expect(quantityOf(text)).toBeNull();
  expect(totalOf(text, '1')).toBeNull();
});

test.each(['0', '-2', '1.999', ''])('S3.01 a listing without a price, such as %j, has no total', (text) => {
  expect(totalOf('1', text)).toBeNull();
});

test('S3.01 a listing above a billion dollars has no total', () => {
  expect(totalOf('1000000000', '1.00')).toBe(100_000_000_000);
  expect(totalOf('1000000001', '1.00')).toBeNull();
});

test('S3.01 each known status has its own colour, unknown ones are grey, and a seller id is cut to eight characters', () => {
  const tones = ['active', 'pending', 'sold', 'cancelled'].map(listingTone);
  expect(new Set(tones).size).toBe(4);
  expect(tones).not.toContain('neutral');
  expect(listingTone('archived')).toBe('neutral');
  expect(shortId('0197a2f1-aaaa-7000-8000-000000000000')).toBe('0197a2f1');
});

test('S3.02 the three item types have labels', () => {
  expect(ITEM_TYPES.map(({ label }) => label)).toEqual(['Robux', 'Premium Items', 'Limited Items']);
});

test('a listing in Spanish has a decimal comma and points between thousands', () => {
  inLanguage('es');
  expect(totalOf('3', '19,99')).toBe(5997);
  expect(totalOf('1.000', '1.234,5')).toBe(123_450_000);
  expect(quantityOf('1,5')).toBeNull();
});
