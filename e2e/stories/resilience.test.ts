import { accessibilityViolations } from '../support/accessibility.ts';
import { replaceAnswers } from '../support/answers.ts';
import { expect, test } from '../support/stories.ts';
import { waitForContent } from '../support/visitor.ts';

/** The pages during failures, and behaviour of dialogs, focus and motion. */

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a lost connection shows a banner, and the page catches up when it is back', async ({ as }) => {
  const { page } = await as('nova', { path: '/wallet' });
  await expect(page.getByRole('region', { name: 'Transaction History' }).getByRole('table')).toBeVisible();
  await page.context().setOffline(true);
  const banner = page.getByText("You're offline. We'll reconnect automatically.");
  await expect(banner).toBeVisible();
  const again = page.waitForResponse('**/api/wallet?walletType=buyer');
  await page.context().setOffline(false);
  expect((await again).ok()).toBe(true);
  await expect(banner).not.toBeAttached();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a list that fails to load shows an error with Retry, and the rest of the page works', async ({
  as,
}) => {
  const { page } = await as('nova', { path: '/healthz' });
  const restore = await replaceAnswers(page, '**/api/wallet/transactions**', 500);
  await page.goto('/wallet');
  const history = page.getByRole('region', { name: 'Transaction History' });
  await expect(history.getByText('Server is having issues. Please try again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy address' }).first()).toBeVisible();
  restore();
  await history.getByRole('button', { name: 'Retry' }).click();
  await expect(history.getByRole('table')).toBeVisible();
});

test('a page works while the platform status is unavailable, and does not flood the server', async ({
  as,
}) => {
  const { page } = await as('nova', { path: '/healthz' });
  let requests = 0;
  await page.route('**/api/status', (route) => {
    requests += 1;
    return route.fulfill({
      status: 503,
      json: { message: 'Service unavailable', code: 'service_unavailable' },
    });
  });
  await page.goto('/wallet');
  await expect(page.getByRole('region', { name: 'Transaction History' }).getByRole('table')).toBeVisible();
  expect(requests).toBeLessThan(20);
});

test('a section whose code is missing reloads the page once, then shows Retry, and the other sections work', async ({
  as,
}) => {
  const { page } = await as('nova');
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const restore = await replaceAnswers(page, '**/assets/marketplace-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await expect.poll(() => documents).toBe(1);
  await expect(page.getByText('This part of the page stopped working')).toBeVisible();
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByRole('region', { name: /wallet balance/ })).toBeVisible();
  await page.getByRole('link', { name: 'Marketplace' }).click();
  restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByPlaceholder('Search items...')).toBeVisible();
});

test('two sections whose code stays missing reload the page once each', async ({ as }) => {
  const { page } = await as('nova');
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const missing = '**/assets/{marketplace,rates}-*.js';
  await replaceAnswers(page, missing, (route) => route.abort());
  const stopped = page.getByText('This part of the page stopped working');
  for (const [section, reloads] of [
    ['marketplace', 1],
    ['rates', 2],
    ['marketplace', 2],
    ['rates', 2],
  ] as const) {
    await page.locator(`aside nav a[href="/dashboard?section=${section}"]`).click();
    await page.waitForURL(`**/dashboard?section=${section}`);
    await expect.poll(() => documents).toBe(reloads);
    await expect(stopped).toBeVisible();
  }
});

test('the page survives a crash of its toasts', async ({ as }) => {
  const { page, errors } = await as('sela', { path: '/healthz' });
  await page.route('**/assets/toaster-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default () => { throw new Error('toasts are broken'); };`,
    }),
  );
  await page.goto('/dashboard?section=cookies');
  await page.getByRole('button', { name: 'Add account' }).first().click();
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add account' });
  await add.click();
  await expect.poll(() => errors.join()).toContain('toasts are broken');
  await expect(add).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(page.getByRole('region', { name: /wallet balance/ })).toBeVisible();
});

test('after a deployment a section loads with the new code', async ({ as }) => {
  const { page } = await as('nova');
  await expect(page.getByRole('heading', { name: 'Recent Orders' })).toBeVisible();
  const restore = await replaceAnswers(page, '**/assets/marketplace-*.js', (route) => {
    restore();
    return route.fulfill({ status: 404 });
  });
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await expect(page.getByPlaceholder('Search items...')).toBeVisible();
});

test('Esc closes a dialog while a toast is visible, and the focus returns to the button', async ({ as }) => {
  const { page } = await as('sela', { path: '/dashboard?section=cookies' });
  await page.getByRole('button', { name: 'Activate selected', exact: true }).click();
  await page.getByRole('button', { name: 'Add account' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add account' }).click();
  await expect(page.locator('[data-variant]').getByText('Please fill in all fields')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).not.toBeAttached();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add account');
});

test('the page does not scroll behind a dialog and scrolls again after it closes', async ({ as }) => {
  const { page } = await as('sela', { path: '/dashboard?section=roblox-accounts' });
  await page.setViewportSize({ width: 1300, height: 500 });
  await waitForContent(page);
  const pageAt = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 100));
  await page.getByRole('button', { name: 'Add account' }).click();
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
  await expect(dialog).not.toBeAttached();
  await page.mouse.wheel(0, 100);
  await expect.poll(pageAt).toBeGreaterThan(100);
});

test('an open select list is accessible', async ({ as }) => {
  const { page } = await as('nova', { path: '/dashboard?section=marketplace' });
  await page.getByRole('combobox', { name: 'Item type' }).click();
  await expect(page.getByRole('option', { name: 'Premium Items' })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('nothing moves with reduced motion', async ({ as }) => {
  const { page } = await as('nova');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
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
