import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { openVisitor, signInAs, type Visitor } from '../support/visitor.ts';

/** The landing page, sign-in, the role choice and the routes. */
let browser: Browser;
let visitor: Visitor | null = null;

beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  await visitor?.close();
  visitor = null;
});
afterAll(async () => {
  await browser?.close();
});

async function openLandingPage(size?: { width: number; height: number }): Promise<Visitor> {
  visitor = await openVisitor(browser, product.origin, size);
  return visitor;
}

test.each([
  [1440, 900],
  [390, 844],
])(
  'S1.02 S1.03 the landing page fits one screen at %i×%i, with tagline, badges, button and counters',
  async (width, height) => {
    const { page } = await openLandingPage({ width, height });
    await page.getByRole('heading', { name: 'Premium Robux Marketplace' }).waitFor();
    for (const badge of ['Secure LTC', 'Auto-Buy', 'Premium'])
      await page.getByText(badge, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Continue with Discord' }).waitFor();
    const stats = (await (await fetch(`${product.origin}/api/platform-stats`)).json()) as {
      totalRobuxSold: number;
    };
    expect(stats.totalRobuxSold).toBeGreaterThan(0);
    await page.getByText(stats.totalRobuxSold.toLocaleString('en-US')).first().waitFor();
    await page.getByText('Total Users').waitFor();
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
    expect(scrolls).toBe(false);
  },
);

test('S1.04 a signed-in user is sent to the dashboard', async () => {
  const { page } = await openLandingPage();
  await signInAs(page, 'nova');
  await page.goto(`${product.origin}/login`);
  await page.waitForURL('**/dashboard');
});

test('S1.05 a new user chooses a role', async () => {
  const { page } = await openLandingPage();
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByLabel('Somebody new').fill('wanda');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/role-selection');
  await page.getByText(/wanda/).first().waitFor();
  await page.getByRole('link', { name: 'Skip for now' }).waitFor();
  await page.getByRole('button', { name: /Become a Seller/ }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Seller Dashboard' }).waitFor();
});

test('S1.05 the role choice sends visitors without a session to the landing page', async () => {
  const { page } = await openLandingPage();
  await page.goto(`${product.origin}/role-selection`);
  await page.waitForURL('**/login');
});

test('S1.14 a user name shows without its suffix', async () => {
  const { page } = await openLandingPage();
  await signInAs(page, 'ada');
  await page.getByRole('button', { name: /ada/ }).first().waitFor();
  expect(await page.getByText('#4242').count()).toBe(0);
});

test('S1.06 every required route exists, and an unknown path shows the not-found page', async () => {
  const { page } = await openLandingPage();
  await signInAs(page, 'otto');
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
    await page.goto(product.origin + route);
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByText('404 Page Not Found').count()).toBe(0);
  }
  await page.goto(`${product.origin}/no-such-page`);
  await page.getByText('404 Page Not Found').waitFor();
  await page.getByText('Did you forget to add the page to the router?').waitFor();
});

test('S1.15 without a session, the dashboard leads to the landing page', async () => {
  const { page } = await openLandingPage();
  await signInAs(page, 'nova');
  await page.context().clearCookies();
  await page.goto(`${product.origin}/dashboard`);
  await page.waitForURL('**/login');
});

test('S1.01 a denied sign-in and a wrong state show a message and give no session', async () => {
  const { page } = await openLandingPage();
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('link', { name: 'Deny' }).click();
  await page.waitForURL('**/login**');
  await page.getByRole('status').or(page.getByRole('alert')).first().waitFor();
  await page.goto(`${product.origin}/auth/discord/callback?code=stolen&state=wrong`);
  await page.waitForURL('**/login**');
  expect((await page.context().cookies()).filter(({ name }) => name.endsWith('sterling'))).toEqual([]);
});
