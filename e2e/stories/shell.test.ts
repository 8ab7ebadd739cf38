import type { Page } from '@playwright/test';
import { replaceAnswers } from '../support/answers.ts';
import { stopClock } from '../support/clock.ts';
import { test as base, expect, type Opening } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { DESKTOP, PHONE, switchSection, type Visitor, waitForContent } from '../support/visitor.ts';

/** The frame around every section: navigation, account menu, role switch and sign-out. Each test has its own user. */
const DELETE =
  "Are you sure you want to delete your account? This will remove all your data and you'll need to log in again.";

const test = base.extend<{ openDashboardAs: (name: string, size?: Opening['size']) => Promise<Visitor> }>({
  openDashboardAs: ({ as }, use) =>
    use(async (name, size) => {
      const visitor = await as(name, { size });
      await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible();
      return visitor;
    }),
});

/** Title and roles of each section. The sidebar shows shorter names for some, and Roblox Accounts only as Accounts. */
const SECTIONS = {
  wallet: ['Wallet', 'seller buyer'],
  'buy-robux': ['Buy Robux', 'buyer'],
  listings: ['My Listings', 'seller'],
  marketplace: ['Marketplace', 'buyer seller admin'],
  transactions: ['Transaction History', 'buyer seller admin'],
  rates: ['Rates & Analytics', 'buyer seller admin'],
  affiliate: ['Affiliate Program', 'buyer seller admin'],
  discord: ['Discord', 'buyer seller admin'],
  admin: ['Admin Panel', 'admin'],
  'robux-market': ['Robux Market', 'seller admin'],
  cookies: ['Accounts', 'seller admin'],
  'roblox-accounts': ['Roblox Accounts', 'seller admin'],
  proxies: ['Proxies', 'seller admin'],
  system: ['System Controls', 'admin'],
} as const;

const OVERVIEW = { buyer: 'Buyer Dashboard', seller: 'Seller Dashboard', admin: 'Dashboard Overview' };
const MAIN_ITEMS = {
  buyer: ['Dashboard', 'Wallet'],
  seller: ['Dashboard', 'Accounts', 'Proxies', 'Wallet'],
  admin: ['Dashboard', 'Accounts', 'Proxies'],
};

for (const [name, role] of [
  ['nova', 'buyer'],
  ['sela', 'seller'],
  ['ada', 'admin'],
] as const) {
  test(`${name}, a ${role}, can open the sections of their role with title and subtitle, and no others`, {
    tag: ['@S1.08', '@S1.09', '@S1.13'],
  }, async ({ openDashboardAs }) => {
    const { page, errors } = await openDashboardAs(name);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(OVERVIEW[role]);
    const spoken = await page.getByRole('status').filter({ has: title }).elementHandle();
    const nav = page.getByRole('navigation', { name: 'Sections' });
    await expect(nav.getByRole('list').first().getByRole('link')).toHaveText(MAIN_ITEMS[role]);
    const links = nav.getByRole('link');
    const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));

    for (const [key, [wanted, roles]] of Object.entries(SECTIONS)) {
      const isOwn = roles.includes(role);
      const isLinked = isOwn && key !== 'roblox-accounts';
      expect(places.includes(`/dashboard?section=${key}`), `${key} in the sidebar`).toBe(isLinked);
      await switchSection(page, key);
      const shown = isOwn ? wanted : 'Dashboard Overview';
      await expect(page.getByRole('heading', { level: 1, name: shown, exact: true })).toBeVisible();
      await expect(title.locator('xpath=following-sibling::p')).not.toBeEmpty();
      await expect(page).toHaveTitle(`${shown} · Sterling`);
      expect(await spoken!.textContent(), 'what a screen reader says').toContain(shown);
    }
    expect(errors).toEqual([]);
  });
}

test('paths ignore case', { tag: '@S1.07' }, async ({ as }) => {
  const { page } = await as('nova', { path: '/healthz' });
  for (const [path, title] of [
    ['/DASHBOARD', 'Buyer Dashboard'],
    ['/Buy-Robux', 'Buy Robux'],
    ['/wALLET', 'Wallet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

test('the sidebar collapses and remembers its state', { tag: '@S1.09' }, async ({ openDashboardAs }) => {
  const { page } = await openDashboardAs('sela');
  const width = async () => (await page.getByRole('complementary').boundingBox())?.width;
  await expect.poll(width).toBe(256);
  // a tablet that is turned
  await page.setViewportSize({ width: 768, height: 1_024 });
  await expect.poll(width).toBe(80);
  await page.setViewportSize(DESKTOP);
  await expect.poll(width).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(80);
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marketplace' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(width).toBe(256);
});

test('on a phone a button opens the sidebar, and overlay, Esc and links close it', { tag: '@S1.09' }, async ({
  openDashboardAs,
}) => {
  const { page } = await openDashboardAs('nova', PHONE);
  const menu = page.getByRole('dialog', { name: /menu/ });
  const open = page.getByRole('button', { name: 'Open menu' });
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await open.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).not.toBeAttached();
  await expect(open).toBeFocused();

  await open.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(PHONE.width - 20, PHONE.height / 2);
  await expect(menu).not.toBeAttached();

  await open.click();
  await menu.getByRole('link', { name: 'Wallet' }).click();
  await expect(menu).not.toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
});

test('Back restores the scroll position', async ({ openDashboardAs }) => {
  const { page } = await openDashboardAs('nova', { width: 1440, height: 500 });
  await waitForContent(page);
  await page.evaluate(() => scrollTo(0, 300));
  await page.getByRole('navigation').getByRole('link', { name: 'Discord' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discord' })).toBeVisible();
  await waitForContent(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: OVERVIEW.buyer })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
});

test('the account menu checks the current role and updates the avatar without a prompt', {
  tag: '@S1.10',
}, async ({ openDashboardAs }) => {
  const { page } = await openDashboardAs('mavi');
  await userMenu(page, 'mavi');
  const [buyer, seller] = ['Buyer', 'Seller'].map((name) => page.getByRole('menuitemradio', { name }));
  await expect(buyer!).toHaveAttribute('aria-checked', 'true');
  await expect(buyer!).toHaveAttribute('aria-disabled', 'true');
  await expect(seller!).toHaveAttribute('aria-checked', 'false');
  await expect(seller!).not.toHaveAttribute('aria-disabled');
  const choices = ['Buyer', 'Seller', 'English', 'Español', 'Português (Brasil)'];
  await expect(page.getByRole('menuitemradio')).toHaveText(choices);
  const refreshed = page.waitForRequest((request) => request.url().includes('/auth/discord?prompt=none'));
  await page.getByRole('menuitem', { name: 'Update avatar' }).click();
  await refreshed;
  // this session began without Discord's page, so Discord knows nobody
  await expectToast(page, 'Avatar not updated');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('Logout clears the cache, reads the user again and leads to /login', { tag: '@S1.10' }, async ({
  openDashboardAs,
}) => {
  const { page } = await openDashboardAs('ravi');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByRole('link', { name: 'Continue with Discord' })).toBeVisible();
  const out = requests.indexOf('POST /api/auth/logout');
  expect(out).toBeGreaterThanOrEqual(0);
  await expect.poll(() => requests.slice(out)).toContain('GET /api/auth/user');
  await page.goBack();
  await page.waitForURL('**/login');
  // people who sign out know why the page has gone
  await expect(page.locator('[data-variant]')).toHaveCount(0);
});

test('a role switch shows a toast and reloads at the dashboard, and a failed one changes nothing', {
  tag: '@S1.11',
}, async ({ openDashboardAs }) => {
  const { page } = await openDashboardAs('tavi');
  const restore = await replaceAnswers(page, '**/api/users/*', (route) => route.abort());
  await userMenu(page, 'tavi');
  await page.getByRole('menuitemradio', { name: 'Seller' }).click();
  await expectToast(page, 'Error', 'Failed to switch account');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buyer Dashboard');

  restore();
  await page.evaluate(() => history.pushState(null, '', '/dashboard?section=wallet'));
  await userMenu(page, 'tavi');
  // with a stopped clock, the half second can be measured on a busy machine
  const startClock = await stopClock(page);
  const loaded = page.waitForEvent('load');
  await page.getByRole('menuitemradio', { name: 'Seller' }).click();
  await expectToast(page, 'Switching Account...', 'Switching to seller account');
  await page.clock.runFor(499);
  expect(page.url()).toContain('section=wallet');
  await page.clock.runFor(1);
  await loaded;
  await startClock();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Seller Dashboard' })).toBeVisible();
});

test('deleting the account asks first and then leads to the landing page', { tag: '@S1.12' }, async ({
  openDashboardAs,
}) => {
  const { page } = await openDashboardAs('gone');
  await userMenu(page, 'gone');
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(DELETE, { exact: true })).toBeVisible();
  const deleted = page.waitForRequest('**/api/reset/delete-me');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await deleted;
  await page.waitForURL('/');
  await expectToast(page, 'Account deleted');
  expect(await userStatus(page)).toBe(401);
});

test('a failed deletion shows an error and still signs the user out', { tag: '@S1.12' }, async ({
  openDashboardAs,
}) => {
  const { page } = await openDashboardAs('stuck');
  await page.route('**/api/reset/delete-me', (route) => route.fulfill({ status: 500, json: {} }));
  await userMenu(page, 'stuck');
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/');
  await expectToast(page, 'Delete Failed');
  expect(await userStatus(page)).toBe(401);
});

const userMenu = (page: Page, name: string) =>
  page
    .getByRole('complementary')
    .getByRole('button', { name: new RegExp(`${name}.*account menu`) })
    .click();

const userStatus = (page: Page): Promise<number> =>
  page.evaluate(async () => (await fetch('/api/auth/user')).status);
