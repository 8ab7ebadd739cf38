import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { contentArrived, openAs, type Visitor } from '../support/visitor.ts';

/** How the interface bears what goes wrong around it, and the small manners that no row names. */
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

async function comeAs(name: string, path: string): Promise<Page> {
  visitor = await openAs(browser, product.origin, name, undefined, path);
  return visitor.page;
}

test('a lost connection shows one quiet banner; when it is back the page catches up by itself', async () => {
  const page = await comeAs('nova', '/wallet');
  await page.getByRole('region', { name: 'Transaction History' }).getByRole('table').waitFor();
  await page.context().setOffline(true);
  const banner = page.getByText(
    'You are offline. The page catches up by itself once the connection is back.',
  );
  await banner.waitFor();
  const again = page.waitForResponse('**/api/wallet?walletType=buyer');
  await page.context().setOffline(false);
  expect((await again).ok()).toBe(true);
  await banner.waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('what cannot be loaded says so in its own place, with Retry, and the rest lives', async () => {
  const page = await comeAs('nova', '/dashboard?section=marketplace');
  await page.route('**/api/wallet/transactions**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${product.origin}/wallet`);
  const history = page.getByRole('region', { name: 'Transaction History' });
  await history.getByText('Server is having issues. Please try again').waitFor();
  await page.getByRole('button', { name: 'Copy address' }).first().waitFor();
  await page.unroute('**/api/wallet/transactions**');
  await history.getByRole('button', { name: 'Retry' }).click();
  await history.getByRole('table').waitFor();
});

test('the page stands while nobody can say how the platform is, and does not ask again and again', async () => {
  const page = await comeAs('nova', '/dashboard?section=marketplace');
  let asked = 0;
  await page.route('**/api/status', (route) => {
    asked += 1;
    return route.fulfill({
      status: 503,
      json: { message: 'Service unavailable', code: 'service_unavailable' },
    });
  });
  await page.goto(`${product.origin}/wallet`);
  await page.getByRole('region', { name: 'Transaction History' }).getByRole('table').waitFor();
  expect(asked).toBeLessThan(20);
});

test('a part whose code does not arrive stops alone; the others go on, and Retry fetches it', async () => {
  const page = await comeAs('nova', '/dashboard');
  await page.getByRole('heading', { name: 'Recent Orders' }).waitFor();
  await page.route('**/assets/marketplace-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await page.getByText('This part of the page stopped working').waitFor();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await page.getByRole('region', { name: /wallet balance/ }).waitFor();
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await page.unroute('**/assets/marketplace-*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByPlaceholder('Search items...').waitFor();
});

test('Esc closes the dialog also while a toast is shown, and the focus returns to what opened it', async () => {
  const page = await comeAs('sela', '/dashboard?section=cookies');
  await page.getByRole('button', { name: 'Activate selected', exact: true }).click();
  await page.getByRole('button', { name: 'Add Account' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add Account' }).click();
  await page.locator('[data-variant]').getByText('Please fill in all fields').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add Account');
});

test('behind a dialog the page stays where it is, and moves again when it has closed', async () => {
  const page = await comeAs('sela', '/dashboard?section=roblox-accounts');
  await page.setViewportSize({ width: 1300, height: 500 });
  await contentArrived(page);
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

test('an open list of choices is accessible too', async () => {
  const page = await comeAs('nova', '/dashboard?section=marketplace');
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await page.getByRole('option', { name: 'Premium Items' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
});

test('nothing moves for who asked for no motion', async () => {
  const page = await comeAs('nova', '/dashboard');
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
