import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { DESKTOP, PHONE, signInAs, waitForContent } from '../support/visitor.ts';

/** The landing page, sign-in, the role choice and the routes. */

/** A public counter of the landing page. */
const counter = (page: Page, label: string): Locator =>
  page.locator('dl > div').filter({ hasText: label }).locator('dd');

for (const { width, height } of [DESKTOP, PHONE]) {
  test(`the landing page fits one screen at ${width}×${height}, with tagline, badges, button and counters`, {
    tag: ['@S1.02', '@S1.03'],
  }, async ({ visit, product }) => {
    const { page } = await visit({ size: { width, height } });
    const wordmark = page.getByRole('banner').getByText('Sterling', { exact: true });
    await expect(wordmark).toBeVisible();
    await expect(wordmark.locator('xpath=..').locator('svg')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Premium Robux Marketplace' })).toBeVisible();
    for (const badge of ['Secure LTC', 'Auto-Buy', 'Premium'])
      await expect(page.getByText(badge, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Continue with Discord' })).toBeVisible();
    // an earlier story may have changed the figures a moment ago
    await expect(async () => {
      const answer = await fetch(`${product.origin}/api/platform-stats`);
      const stats = (await answer.json()) as { totalRobuxSold: number; totalUsers: number };
      expect(stats.totalRobuxSold).toBeGreaterThan(0);
      for (const [label, figure] of [
        ['Total Robux Sold', stats.totalRobuxSold],
        ['Total Users', stats.totalUsers],
      ] as const)
        await expect(counter(page, label)).toHaveText(figure.toLocaleString('en-US'), { timeout: 10_000 });
    }).toPass();
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
    expect(scrolls).toBe(false);
  });
}

test('the landing page is at /login too', { tag: '@S1.02' }, async ({ visit }) => {
  const { page } = await visit({ path: '/login' });
  await expect(page.getByRole('banner').getByText('Sterling', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Premium Robux Marketplace' })).toBeVisible();
  for (const badge of ['Secure LTC', 'Auto-Buy', 'Premium'])
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('until it is known who visits, the landing page shows a spinner and no button', {
  tag: '@S1.04',
}, async ({ visit }) => {
  const { page } = await visit({ path: '/healthz' });
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/auth/user', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const spinner = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect(spinner).toBeAttached();
  const button = page.getByRole('link', { name: 'Continue with Discord' });
  await expect(button).toHaveCount(0);
  answer();
  await expect(button).toBeVisible();
  await expect(spinner).toHaveCount(0);
});

test('a signed-in user is sent to the dashboard', { tag: '@S1.04' }, async ({ as }) => {
  const { page } = await as('nova', { path: '/login' });
  await page.waitForURL('**/dashboard');
});

test('a new user chooses a role', { tag: '@S1.05' }, async ({ visit }) => {
  const { page } = await visit();
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByLabel('Someone new').fill('wanda');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/role-selection');
  await expect(page.getByText(/wanda/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Skip for now' })).toBeVisible();
  await page.getByRole('button', { name: /Become a Seller/ }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { name: 'Seller Dashboard' })).toBeVisible();
});

test('the role choice sends visitors without a session to the landing page', { tag: '@S1.05' }, async ({
  visit,
}) => {
  const { page } = await visit({ path: '/role-selection' });
  await page.waitForURL('**/login');
});

test('a user name shows without its suffix', { tag: '@S1.14' }, async ({ as }) => {
  const { page } = await as('ada');
  await expect(page.getByRole('button', { name: /ada/ }).first()).toBeVisible();
  await expect(page.getByText('#4242')).toHaveCount(0);
});

test('every required route exists, and an unknown path shows the not-found page', { tag: '@S1.06' }, async ({
  as,
}) => {
  const { page } = await as('otto', { path: '/healthz' });
  const routes = [
    '/dashboard',
    '/admin',
    '/cookies',
    '/robux-dashboard',
    '/wallet',
    '/buy-robux',
    '/reset',
    '/Dashboard',
  ];
  for (const route of routes) {
    await page.goto(route);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByText('404 Page Not Found')).toHaveCount(0);
  }
  await page.goto('/no-such-page');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('without a session, the dashboard leads to the landing page', { tag: '@S1.15' }, async ({ as }) => {
  const { page } = await as('nova');
  await page.context().clearCookies();
  await page.goto('/dashboard');
  await page.waitForURL('**/login');
});

test('a session that ends on an open page says so, and the next sign-in returns to that page', {
  tag: '@S1.15',
}, async ({ visit }) => {
  const { page } = await visit();
  await signInAs(page, 'nova');
  await waitForContent(page);
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await page.waitForURL(/\/login\?return=/);
  await expectToast(page, 'Signed out', 'Your session has expired. Please log in again');
  // a sign-in that was cancelled forgets nothing
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('link', { name: 'Approve as nova' }).click();
  await page.waitForURL('**/dashboard?section=marketplace');
  // a person who is signed in goes there immediately, and never to another site
  await page.goto('/login?return=%2Fwallet');
  await page.waitForURL('**/wallet');
  await page.goto('/login?return=%2F%2Fother.example');
  await page.waitForURL('**/dashboard');
});

test('a tab that missed a sign-in of someone else does nothing in their name, and shows who is signed in', {
  tag: '@S1.15',
}, async ({ visit }) => {
  const { page } = await visit();
  await signInAs(page, 'nova');
  await waitForContent(page);
  const { page: other } = await visit();
  await signInAs(other, 'sela');
  const cookies = await other.context().cookies();
  await page.context().addCookies(cookies.filter(({ name }) => name.endsWith('sterling')));
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await expectToast(page, 'Signed in as sela', 'The account was changed in another tab.');
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('link', { name: 'Roblox Accounts' })).toBeVisible();
});

test('a denied sign-in and a wrong state show a message and give no session', { tag: '@S1.01' }, async ({
  visit,
}) => {
  const { page } = await visit();
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await page.waitForURL('**/login**');
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
  await page.goto('/auth/discord/callback?code=stolen&state=wrong');
  await page.waitForURL('**/login**');
  expect((await page.context().cookies()).filter(({ name }) => name.endsWith('sterling'))).toEqual([]);
});
