import type { Page } from '@playwright/test';
import { offer } from '../support/person.ts';
import { expect, test } from '../support/stories.ts';
import { untranslated } from '../support/untranslated.ts';
import {
  DESKTOP,
  openSection,
  PHONE,
  resize,
  sidebarPaths,
  type Window,
  waitForContent,
} from '../support/visitor.ts';

/** The screens in Spanish and Brazilian Portuguese. */

const USERS = ['nova', 'sela', 'otto'];

/**
 * All languages use the same texts of the same screens, and texts.test.ts finds a missing translation. So Spanish alone
 * visits all sections, and Portuguese the first ones of each user.
 */
const VISITS = [
  { language: 'es', most: Number.POSITIVE_INFINITY },
  { language: 'pt-BR', most: 2 },
];

for (const { language, most } of VISITS) {
  const englishOn = untranslated(language);

  test(`the landing page is in ${language}`, { tag: '@S9.15' }, async ({ visit }) => {
    const { page } = await visit({ language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await waitForContent(page);
    expect(await englishOn(page)).toEqual([]);
  });

  for (const name of USERS) {
    test(`the sections of ${name} are in ${language}`, { tag: '@S9.15' }, async ({ as }) => {
      const { page, errors } = await as(name, { language });
      const paths = await sidebarPaths(page);
      for (const path of paths.slice(0, most)) {
        await page.locator(`aside nav a[href="${path}"]`).click();
        await page.waitForURL(`**${path}`);
        await waitForContent(page);
        expect.soft(await englishOn(page), path).toEqual([]);
        expect.soft(await tooWide(page, DESKTOP), path).toBe(0);
        expect.soft(await tablesBeyondCards(page), path).toEqual([]);
        expect.soft(await tooWide(page, PHONE), `${path}, phone`).toBe(0);
        await resize(page, DESKTOP);
      }
      expect(errors).toEqual([]);
    });
  }
}

test('the tables of a seller fit a tablet in Spanish, without a column behind the actions', {
  tag: '@S9.15',
}, async ({ as, person, product, sandbox }) => {
  const seller = await person('tablet', 'seller');
  // with less than 100 Robux, so other stories cannot buy from it
  await offer(seller, await sandbox.makeAccount('WWWWWWWWWWWWWWWWWWWW', 99), '5.95');
  await seller.call('POST', '/api/listings', {
    title: 'Gem',
    itemType: 'premium_items',
    deliveryTime: '1 hour',
    quantity: 12,
    pricePerUnit: 14.5,
  });
  const { port } = new URL(product.sandbox);
  await seller.call('POST', '/api/proxies', { host: '127.0.0.1', port, username: 'somebody', password: 'x' });
  const { page } = await as('tablet', { language: 'es', size: { width: 768, height: 900 } });
  await waitForContent(page);
  for (const [section, row] of [
    ['listings', 'Gem'],
    ['cookies', 'WWWWWWWWWWWWWWWWWWWW'],
    ['proxies', 'somebody'],
  ] as const) {
    await openSection(page, section);
    await expect(page.getByText(row)).toBeVisible();
    expect.soft(await scrollingTables(page), section).toEqual([]);
  }
});

test('the tables of a wallet and of all users fit small windows in Spanish', { tag: '@S9.15' }, async ({
  as,
  person,
}) => {
  const asOtto = await person('otto');
  const banned = await person('buyer-with-a-very-long-name', 'buyer');
  const { id } = (await banned.call<{ id: string }>('GET', '/api/auth/user')).body;
  const { status } = await asOtto.call('PATCH', `/api/admin/users/${id}`, { isBanned: true });
  expect(status).toBe(200);
  for (const [name, path, table, row] of [
    ['sela', '/wallet', 'Transacciones', 'Completado'],
    ['otto', '/dashboard?section=admin', 'Usuarios', 'Verificado'],
  ] as const) {
    const { page } = await as(name, { language: 'es', path, size: { width: 1_024, height: 900 } });
    await expect(page.getByRole('table', { name: table }).getByText(row).first()).toBeVisible();
    for (const width of [768, 860, 1_024, 1_100]) {
      await resize(page, { width, height: 900 });
      expect.soft(await scrollingTables(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('the tables beside other cards fit a small laptop', async ({ as }) => {
  const { page } = await as('nova', { size: { width: 1_024, height: 900 } });
  await page.goto('/dashboard?section=rates');
  await expect(page.getByRole('table', { name: 'Market depth by rate' })).toBeVisible();
  expect.soft(await scrollingTables(page), 'rates').toEqual([]);
  const { page: seller } = await as('sela', {
    size: { width: 1_024, height: 900 },
    path: '/dashboard?view=overview',
  });
  await expect(seller.getByRole('table', { name: 'Recent Transactions' })).toBeVisible();
  expect.soft(await scrollingTables(seller), 'overview').toEqual([]);
});

test('the tables of referrals fit a desktop in Portuguese', { tag: '@S9.15' }, async ({ as }) => {
  const { page } = await as('nova', { language: 'pt-BR', path: '/dashboard?section=affiliate' });
  await waitForContent(page);
  await expect(page.getByText('sel…').first()).toBeVisible();
  for (const width of [1_280, DESKTOP.width, 1_536]) {
    await resize(page, { ...DESKTOP, width });
    expect.soft(await scrollingTables(page), `${width} px`).toEqual([]);
    expect.soft(await tooWide(page, { ...DESKTOP, width }), `${width} px`).toBe(0);
  }
});

test('the buttons of a basket fit a phone in Portuguese', async ({ as }) => {
  const { page } = await as('nova', { language: 'pt-BR', path: '/wallet' });
  await page.evaluate(async () => {
    const { id } = (await (await fetch('/api/auth/user')).json()) as { id: string };
    const url = 'https://www.roblox.com/game-pass/1';
    const item = { id: '1', amount: 1_000, ratePerThousand: null, url, passName: 'VIP' };
    sessionStorage.setItem('basket', JSON.stringify({ userId: id, items: [item] }));
  });
  await page.goto('/buy-robux');
  await expect(page.getByRole('button', { name: 'Abrir carrinho (1)' })).toBeVisible();
  expect(await tooWide(page, PHONE)).toBe(0);
});

/** How many pixels of the page are beyond the right edge of a window of this size. */
async function tooWide(page: Page, size: Window): Promise<number> {
  await resize(page, size);
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The tables that are wider than their card and scroll inside of it. */
const scrollingTables = (page: Page): Promise<string[]> =>
  page.locator('main section table').evaluateAll((tables) =>
    tables
      .filter((table) => {
        const box = table.closest('section')!;
        return box.scrollWidth > box.clientWidth;
      })
      .map((table) => table.getAttribute('aria-label') ?? ''),
  );

/** The tables that leave their card. A wide table scrolls inside of its card. The table of a chart is for screen readers only. */
const tablesBeyondCards = (page: Page): Promise<string[]> =>
  page.locator('main section table:not(.sr-only *)').evaluateAll((tables) => {
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    const leaves = (table: Element) => {
      const box = table.closest('section')!;
      return getComputedStyle(box).overflowX === 'visible' && rightOf(table) > rightOf(box);
    };
    return tables.filter(leaves).map((table) => table.getAttribute('aria-label') ?? '');
  });

test('a language is chosen on the landing page and in the account menu, and follows to a new device', {
  tag: '@S9.15',
}, async ({ visit }) => {
  const { page } = await visit();
  await page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.getByRole('link', { name: 'Continuar con Discord' }).click();
  await page.getByLabel('Someone new').fill('paloma');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL('**/role-selection');
  await page.getByRole('button').filter({ hasText: 'comprador' }).first().click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: /paloma/ }).click();
  await page.getByRole('menuitemradio', { name: 'Português (Brasil)' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');

  const { page: elsewhere } = await visit();
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
  await signIn(elsewhere, 'paloma', 'Continue with Discord');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'pt-BR');

  // a browser keeps the language that was chosen in it
  const { page: chosen } = await visit();
  await chosen.getByRole('button', { name: 'Español' }).click();
  await expect(chosen.locator('html')).toHaveAttribute('lang', 'es');
  await signIn(chosen, 'paloma', 'Continuar con Discord');
  await expect(chosen.locator('html')).toHaveAttribute('lang', 'es');
});

async function signIn(page: Page, username: string, label: string): Promise<void> {
  await page.getByRole('link', { name: label }).click();
  await page.getByRole('link', { name: `Approve as ${username}` }).click();
  await page.waitForURL('**/dashboard**');
}

test('a browser that asks for Spanish gets it, and a refusal is Spanish beside its English message', {
  tag: '@S9.15',
}, async ({ product }) => {
  const ask = (path: string, init?: RequestInit) =>
    fetch(product.origin + path, {
      ...init,
      headers: { 'accept-language': 'es-MX,es;q=0.9', ...init?.headers },
    });
  const answer = await ask('/');
  expect(answer.headers.get('content-language')).toBe('es');
  expect(await answer.text()).toContain('<html lang="es"');
  const refused = await ask('/api/wallet?walletType=buyer');
  expect(await refused.json()).toMatchObject({
    code: 'authentication_required',
    message: 'Authentication required',
    translated: { message: expect.stringContaining('sesión') },
  });
});
