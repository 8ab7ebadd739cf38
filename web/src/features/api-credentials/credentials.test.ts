import { expect, test } from 'vitest';
import { expiryOf, networksIn } from './credentials.tsx';

test('networks are separated by commas, spaces or lines', () => {
  expect(networksIn(' 203.0.113.0/24, 198.51.100.7\n2001:db8::/32;')).toEqual([
    '203.0.113.0/24',
    '198.51.100.7',
    '2001:db8::/32',
  ]);
  expect(networksIn('  ')).toEqual([]);
});

test('a lifetime becomes a moment, and never becomes none', () => {
  expect(expiryOf('30', Date.parse('2026-01-01T00:00:00Z'))).toBe('2026-01-31T00:00:00.000Z');
  expect(expiryOf('never')).toBeNull();
});
