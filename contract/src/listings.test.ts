import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { line, MessageText, TimeZone } from './fields.ts';
import { cents, listingTotal, MAX_LISTING_CENTS, marketplaceFee } from './money.ts';

test('S3.03 the marketplace fee is rounded half up to a cent, for every total and every tenth of a percent', () => {
  const totals = fc.integer({ min: 1, max: MAX_LISTING_CENTS });
  const tenths = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(totals, tenths, (total, tenth) => {
      const fee = marketplaceFee(cents(total), tenth / 10);
      const exact = (BigInt(total) * BigInt(tenth) * 2n + 1000n) / 2000n;
      expect(BigInt(fee)).toBe(exact);
      expect(fee).toBeLessThan(total);
    }),
  );
});

test('a listing costs quantity times price, at most a billion dollars', () => {
  expect(listingTotal(3, cents(333))).toBe(999);
  expect(listingTotal(1, MAX_LISTING_CENTS)).toBe(MAX_LISTING_CENTS);
  expect(listingTotal(2, MAX_LISTING_CENTS)).toBeNull();
  expect(listingTotal(Number.MAX_SAFE_INTEGER, cents(Number.MAX_SAFE_INTEGER))).toBeNull();
});

test('a line is trimmed and has no control characters; message text may have line breaks', () => {
  const titles = line(5);
  expect(z.parse(titles, ' ab cd ')).toBe('ab cd');
  expect(z.parse(titles, '👨‍👩')).toBe('👨‍👩');
  for (const bad of ['', ' ', 'abcdef', 'a\tb', 'a\u2028b', 'a\u202eb', 'a\u0000', '\ud800', 7]) {
    expect(z.safeParse(titles, bad).success, JSON.stringify(bad)).toBe(false);
  }
  for (const invisible of ['\u200b', '\u00ad', '\u2060 \ufe0f', '\u3164', '\u2800'])
    expect(z.safeParse(titles, invisible).error?.issues[0]?.message).toBe('must not be empty');
  expect(z.parse(MessageText, '\na\n\tb\r\n')).toBe('a\n\tb');
  for (const bad of ['\n', 'a\u0007', 'a\u2066b']) expect(z.safeParse(MessageText, bad).success).toBe(false);
});

test('a time zone is a known IANA name, and not an offset', () => {
  for (const name of [
    'UTC',
    'Europe/Berlin',
    'America/Port-au-Prince',
    'America/North_Dakota/New_Salem',
    'Etc/GMT+5',
    undefined,
  ]) {
    expect(z.safeParse(TimeZone, name).success, name).toBe(true);
  }
  for (const name of ['', '+01:00', 'Berlin', 'Europe/Nowhere', "UTC'"]) {
    expect(z.safeParse(TimeZone, name).success, name).toBe(false);
  }
});
