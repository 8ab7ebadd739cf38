import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { layoutShiftOf, recordLayoutShift } from '../support/layout-shift.ts';
import { expect, test } from '../support/stories.ts';
import {
  DESKTOP,
  overflowOf,
  PHONE,
  resize,
  setTextSize,
  sidebarPaths,
  waitForContent,
} from '../support/visitor.ts';

/**
 * Every screen in both themes, in a desktop and a phone window: axe finds nothing, the layout does not shift while
 * loading, nothing scrolls sideways at 360 px or with text of twice the size, a tablet shows the actions of all rows, and the console has no error.
 */
const TIMEOUT_MS = 1_200_000;
const NARROW = { width: 360, height: 780 };
const TABLET = { width: 768, height: 1024 };
const MAX_SHIFT = 0.02;

const EVERYONE = ['marketplace', 'transactions', 'rates', 'affiliate', 'discord'];
const SELLERS = ['robux-market', 'cookies', 'roblox-accounts', 'proxies'];

/** Pages by user. The sections of the sidebar are added below, except those that look the same for a user above. */
const PAGES = [
  { who: 'visitor', paths: ['/login', '/report', '/wallet', '/nowhere'] },
  { who: 'nova', paths: ['/role-selection', '/reset'] },
  { who: 'sela', paths: ['/cookies'], same: EVERYONE },
  { who: 'ada', paths: ['/wallet'], same: [...EVERYONE, ...SELLERS] },
  { who: 'otto', paths: ['/admin'] },
];

// each test takes long, so the workers share them
test.describe.configure({ mode: 'parallel' });

for (const { who, paths, same = [] } of PAGES) {
  test(`all screens of ${who} are accessible`, async ({ as, visit }) => {
    test.setTimeout(TIMEOUT_MS);
    const isVisitor = who === 'visitor';
    const { page, errors } = isVisitor ? await visit() : await as(who);
    await recordLayoutShift(page);
    const sections = isVisitor || who === 'otto' ? [] : await sidebarPaths(page);
    const own = sections.filter((path) => !same.some((name) => path.endsWith(`section=${name}`)));
    for (const path of [...own, ...paths]) {
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await page.goto(path);
        await waitForContent(page);
        const { sum, what } = await layoutShiftOf(page);
        expect(sum, `${path} at ${size.width} px: ${what}`).toBeLessThanOrEqual(MAX_SHIFT);
      }
      expect(await accessibilityViolations(page), path).toEqual([]);
      await resize(page, NARROW);
      expect(await overflowOf(page), `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      await resize(page, PHONE);
      await setTextSize(page, 32);
      await expect
        .poll(() => overflowOf(page), `${path} scrolls sideways with large text`)
        .toBeLessThanOrEqual(0);
      await setTextSize(page, 16);
      await resize(page, TABLET);
      expect(await hiddenActions(page), `${path} on a tablet`).toEqual([]);
    }
    // on a busy machine the product may answer 503, and Chromium logs it
    expect(errors.filter((error) => !error.includes('status of 503'))).toEqual([]);
  });
}

/** Longer words than in English, and what a new seller sees. Large text must not push them out of the window. */
const LONG_WORDS = [
  { who: 'keto', language: 'es', paths: ['/dashboard'] },
  { who: 'nova', language: 'es', paths: ['/buy-robux', '/wallet'] },
  { who: 'nova', language: 'pt-BR', paths: ['/buy-robux'] },
  { who: 'sela', language: 'es', paths: ['/wallet'] },
  { who: 'otto', language: 'es', paths: ['/admin'] },
] as const;
const MENUS = {
  es: { open: 'Abrir menú', account: /menú de la cuenta$/ },
  'pt-BR': { open: 'Abrir menu', account: /menu da conta$/ },
};

for (const { who, language, paths } of LONG_WORDS) {
  test(`large text fits a phone in ${language}, for ${who}`, async ({ person, as }) => {
    if (who === 'keto') await person(who, 'seller');
    const { page } = await as(who, { size: PHONE, language });
    for (const path of paths) {
      await page.goto(path);
      await waitForContent(page);
      await setTextSize(page, 32);
      await expect.poll(() => overflowOf(page), path).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: MENUS[language].open }).click();
    const foot = page.getByRole('button', { name: MENUS[language].account }).filter({ visible: true });
    const { height, text } = await foot.evaluate((button) => ({
      height: button.clientHeight,
      text: button.scrollHeight,
    }));
    expect(text, 'the account menu is higher than its button').toBeLessThanOrEqual(height);
  });
}

test('a toast covers neither the fields nor the main button of a high dialog', async ({ as }) => {
  for (const size of [{ width: 390, height: 700 }, DESKTOP]) {
    const { page } = await as('nova', { size, path: '/buy-robux' });
    await page.route('**/api/standing-orders', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Standing orders' }).click();
    await page.getByRole('button', { name: 'New standing order' }).click();
    const form = page.getByRole('dialog', { name: 'New standing order' });
    await form.getByLabel('Maximum rate per 1K').fill('3');
    await form.getByLabel('Gamepass URL').fill('https://www.roblox.com/game-pass/1');
    const send = form.getByRole('button', { name: 'Add standing order' });
    await send.click();
    const toast = page.locator('[data-variant]');
    await expect(toast).toBeVisible();
    await form.getByLabel('Robux amount').scrollIntoViewIfNeeded();
    for (const part of [form.getByLabel('Robux amount'), send])
      expect(await overlap(toast, part), `at ${size.width} px`).toBe(false);
  }
});

/** Whether one element covers a part of another. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('an announcement with a long word does not make the page scroll sideways', async ({ as }) => {
  const { page } = await as('nova', { size: PHONE, path: '/healthz' });
  const text = `https://example.com/${'maintenance'.repeat(12)}`;
  await page.route('**/api/status', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), announcement: { text, until: null } },
    });
  });
  await page.goto('/wallet');
  await waitForContent(page);
  await expect(page.getByText(text)).toBeVisible();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test('what gets the focus does not scroll under the header', async ({ as }) => {
  const { page } = await as('sela', { size: PHONE, path: '/dashboard?section=transactions' });
  await waitForContent(page);
  const search = page.getByRole('textbox', { name: 'Search transactions' });
  // the browser takes a field under the header for visible
  await search.evaluate((input) => window.scrollTo(0, input.getBoundingClientRect().top));
  await search.focus();
  const isSeen = search.evaluate((input) => {
    const { x, y, width, height } = input.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === input;
  });
  expect(await isSeen).toBe(true);
});

test('with forced colours, the QR code of a deposit keeps the white around it, which cameras need', async ({
  as,
}) => {
  const { page } = await as('nova');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/wallet');
  const code = page.getByRole('img', { name: 'QR code of your Litecoin deposit address' });
  await expect(code.locator('..')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('the check itself finds neighbouring targets below 24 px', async ({ page }) => {
  const small = '<button style="width: 12px; height: 12px; padding: 0">';
  await page.setContent(`<main><h1>Targets</h1>${small}a</button>${small}b</button></main>`);
  expect((await accessibilityViolations(page)).join()).toContain('target-size');
});

/** The controls of table rows that only a scroll to the right shows. */
const hiddenActions = (page: Page): Promise<string[]> =>
  page
    .locator('table td:last-child button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.getBoundingClientRect().right > innerWidth)
        .map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
    );
