import { expect, test } from 'vitest';
import { isAllowed, networkIn } from './networks.rules.ts';

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:db8::1', '2001:db8::1/128'],
  ['2001:db8:1:2:3::/64', '2001:db8:1:2::/64'],
])('%s is the network %s', (text, network) => {
  expect(networkIn(text)).toBe(network);
});

test.each([
  '',
  'home',
  '10.0.0.0/33',
  '10.0.0',
  '10.1/8',
  '0x0a000001',
  '010.0.0.1x',
  '010.0.0.1',
  '10.0.0.08',
  '10.0.0.0/-1',
  '::1/129',
  '1.2.3.4/8/8',
])('“%s” is no network', (text) => {
  expect(networkIn(text)).toBeNull();
});

test('an address is allowed if one of the networks has it, in either form of IPv4', () => {
  const networks = ['203.0.113.0/24', '2001:db8::/32'];
  for (const ip of ['203.0.113.255', '::ffff:203.0.113.1', '2001:db8:ffff::1'])
    expect(isAllowed(ip, networks)).toBe(true);
  for (const ip of ['203.0.114.0', '::ffff:203.0.114.1', '2001:db9::1', 'unknown'])
    expect(isAllowed(ip, networks)).toBe(false);
  expect(isAllowed('198.51.100.1', [])).toBe(true);
});
