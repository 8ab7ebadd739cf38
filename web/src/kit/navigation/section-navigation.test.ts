import { expect, test } from 'vitest';
import { findPage, findSection, sectionPath, sectionsOf } from './section-navigation.ts';

test('S1.08 each role opens its own overview', () => {
  expect(findSection('buyer', null).title).toBe('Buyer Dashboard');
  expect(findSection('seller', 'overview').title).toBe('Seller Dashboard');
  expect(findSection('admin', null).title).toBe('Dashboard Overview');
});

test.each(['buyer', 'seller', 'admin'] as const)(
  'S1.08 hidden and unknown sections open the generic view for role %s',
  (role) => {
    expect(findSection(role, 'no-such-section').title).toBe('Dashboard Overview');
    for (const other of ['buyer', 'seller', 'admin'] as const) {
      for (const section of sectionsOf(other)) {
        const found = findSection(role, section.key);
        expect(found.title === 'Dashboard Overview' || found.roles.includes(role)).toBe(true);
      }
    }
  },
);

test('S1.13 each section has a URL', () => {
  expect(sectionPath('overview')).toBe('/dashboard');
  expect(sectionPath('buy-robux')).toBe('/dashboard?section=buy-robux');
});

test('S1.06 /cookies opens the Cookie Manager, /wallet opens for everyone, other pages open their section', () => {
  expect(findPage('seller', 'cookies').title).toBe('Cookie Manager');
  expect(findPage('buyer', 'cookies').title).toBe('Dashboard Overview');
  expect(findPage('admin', 'wallet').title).toBe('Wallet');
  expect(findPage('buyer', 'buy-robux').title).toBe('Buy Robux');
});

test('S1.08 the sidebar of an admin has no wallet', () => {
  expect(sectionsOf('admin').map(({ key }) => key)).not.toContain('wallet');
  expect(
    sectionsOf('seller')
      .filter(({ group }) => group === 'main')
      .map(({ label }) => label),
  ).toEqual(['Dashboard', 'Accounts', 'Proxies', 'Wallet']);
});
