import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { openAs, type Visitor, waitForContent } from '../support/visitor.ts';

/** The pages during failures, and behaviour of dialogs, focus and motion. */
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  await visitor.close();
});
afterAll(async () => {
  await browser?.close();
});

async function openPageAs(name: string, path: string): Promise<Page> {
  visitor = await openAs(browser, product.origin, name, undefined, path);
  return visitor.page;
}

test('a lost connection shows a banner, and the page catches up when it is back', async () => {
  const page = await openPageAs('nova', '/wallet');
  await page.getByRole('region', { name: 'Transaction History' }).getByRole('table').waitFor();
  await page.context().setOffline(true);
  const banner = page.getByText("You're offline. We'll reconnect automatically.");
  await banner.waitFor();
  const again = page.waitForResponse('**/api/wallet?walletType=buyer');
  await page.context().setOffline(false);
  expect((await again).ok()).toBe(true);
  await banner.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a list that fails to load shows an error with Retry, and the rest of the page works', async () => {
  const page = await openPageAs('nova', '/dashboard?section=marketplace');
  await page.route('**/api/wallet/transactions**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${product.origin}/wallet`);
  const history = page.getByRole('region', { name: 'Transaction History' });
  await history.getByText('Server is having issues. Please try again').waitFor();
  await page.getByRole('button', { name: 'Copy address' }).first().waitFor();
  await page.unroute('**/api/wallet/transactions**');
  await history.getByRole('button', { name: 'Retry' }).click();
  await history.getByRole('table').waitFor();
});

test('a page works while the platform status is unavailable, and does not flood the server', async () => {
  const page = await openPageAs('nova', '/dashboard?section=marketplace');
  let requests = 0;
  await page.route('**/api/status', (route) => {
    requests += 1;
    return route.fulfill({
      status: 503,
      json: { message: 'Service unavailable', code: 'service_unavailable' },
    });
  });
  await page.goto(`${product.origin}/wallet`);
  await page.getByRole('region', { name: 'Transaction History' }).getByRole('table').waitFor();
  expect(requests).toBeLessThan(20);
});

test('a section whose code is missing reloads the page once, then shows Retry, and the other sections work', async () => {
  const page = await openPageAs('nova', '/dashboard');
  await page.getByRole('heading', { name: 'Recent Orders' }).waitFor();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route('**/assets/marketplace-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await expect.poll(() => documents).toBe(1);
  await page.getByText('This part of the page stopped working').waitFor();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await page.getByRole('region', { name: /wallet balance/ }).waitFor();
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await page.unroute('**/assets/marketplace-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByPlaceholder('Search items...').waitFor();
});

test('after a deployment a section loads with the new code', async () => {
  const page = await openPageAs('nova', '/dashboard');
  await page.getByRole('heading', { name: 'Recent Orders' }).waitFor();
  await page.route('**/assets/marketplace-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await page.getByPlaceholder('Search items...').waitFor();
});

test('Esc closes a dialog while a toast is visible, and the focus returns to the button', async () => {
  const page = await openPageAs('sela', '/dashboard?section=cookies');
  await page.getByRole('button', { name: 'Activate selected', exact: true }).click();
  await page.getByRole('button', { name: 'Add Account' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Account' }).click();
  await page.locator('[data-variant]').getByText('Please fill in all fields').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add Account');
});

test('the page does not scroll behind a dialog and scrolls again after it closes', async () => {
  const page = await openPageAs('sela', '/dashboard?section=roblox-accounts');
  await page.setViewportSize({ width: 1300, height: 500 });
  await waitForContent(page);
  const pageAt = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 100));
  await page.getByRole('button', { name: 'Add Account' }).click();
  const dialog = page.getByRole('dialog');
  const cookie = dialog.getByLabel('Roblox cookie');
  const top = (await cookie.boundingBox())!.y;
  await page.mouse.move(30, 250);
  await page.mouse.wheel(0, 200);
  await cookie.hover();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(async () => (await cookie.boundingBox())!.y).toBeLessThan(top);
  await page.mouse.wheel(0, 2_000);
  expect(await pageAt()).toBe(100);

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.mouse.wheel(0, 100);
  await expect.poll(pageAt).toBeGreaterThan(100);
});

test('an open select list is accessible', async () => {
  const page = await openPageAs('nova', '/dashboard?section=marketplace');
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await page.getByRole('option', { name: 'Premium Items' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('nothing moves with reduced motion', async () => {
  const page = await openPageAs('nova', '/dashboard');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.waitFor();
  const longest = await page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((part) => Number.parseFloat(part)));
    return Math.max(
      ...[...document.querySelectorAll('*')].map((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element);
        return Math.max(seconds(animationDuration), seconds(transitionDuration));
      }),
    );
  });
  expect(longest).toBeLessThanOrEqual(0.001);
});
