import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** A buyer chooses a gamepass from a list instead of pasting its link. */
let browser: Browser;
let window: Visitor;
let page: Page;
let placeId: number;
const passes: { readonly [price: number]: string } = { 1000: 'Gem VIP', 450: 'Gem Pet' };

beforeAll(async () => {
  browser = await openBrowser();
  const sandbox = controlSandbox(product.sandbox);
  await signInWithRole(product.origin, 'iris', 'buyer');
  const maker = await sandbox.makeAccount('GemMaker', 0);
  for (const [price, name] of Object.entries(passes)) await sandbox.makePass(maker.id, Number(price), name);
  const games = await fetch(`${product.sandbox}/games/v2/users/${maker.id}/games`);
  placeId = ((await games.json()) as { data: { rootPlace: { id: number } }[] }).data[0]!.rootPlace.id;
  window = await openAs(browser, product.origin, 'iris', { width: 390, height: 844 }, '/buy-robux');
  ({ page } = window);
  await page.getByLabel('Robux amount').fill('1000');
});
afterAll(async () => {
  await browser?.close();
});

const field = () => page.getByLabel('Roblox username or experience link');
const list = () => page.getByRole('list', { name: 'Gamepasses found' });

test('S4.07 a username lists its gamepasses, and the one at the amount comes first', async () => {
  await page.getByRole('button', { name: 'Find your gamepass' }).click();
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByText('Enter a username or a link').waitFor();
  await field().fill('nobody_here_99');
  await field().press('Enter');
  await page.getByText("Can't find this Roblox user").waitFor();
  await field().fill('@gemmaker');
  await field().press('Enter');
  await page.getByText('2 gamepasses on sale by GemMaker.').waitFor();
  const found = await list().getByRole('button').allTextContents();
  expect(found.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual(['Gem VIP1,000 R$', 'Gem Pet450 R$']);
  expect(await accessibilityViolations(page)).toEqual([]);
  await list()
    .getByRole('button', { name: /Gem VIP/ })
    .click();
  await page.getByText('Valid: Gem VIP').waitFor();
  expect(await list().getByRole('button', { pressed: true }).textContent()).toContain('Gem VIP');
});

test('S4.08 a pasted link to an experience offers its gamepasses, and another price offers another amount', async () => {
  await page.getByLabel('Gamepass URL').fill(`https://www.roblox.com/games/${placeId}/Gems#!/store`);
  await page.getByText("That's a link to an experience. Choose one of its gamepasses.").first().waitFor();
  await page.getByRole('button', { name: 'Show its gamepasses' }).click();
  await page.getByText('2 gamepasses on sale in this experience.').waitFor();
  await list()
    .getByRole('button', { name: /Gem Pet/ })
    .click();
  await page.getByRole('button', { name: 'Buy 450 instead' }).click();
  await page.getByText('Valid: Gem Pet').waitFor();
  await expect.poll(() => page.getByLabel('Robux amount').inputValue()).toBe('450');
});

test('the console shows no error but the two refused searches', () => {
  expect(window.errors.filter((text) => !/40[04]/.test(text))).toEqual([]);
});
