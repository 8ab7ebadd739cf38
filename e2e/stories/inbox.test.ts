/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs, type Visitor, waitForContent } from '../support/visitor.ts';

/** Rosa sells to Hugo, who uses the API. Each test needs the ones before. */
const TITLE = 'Velvet Cape';

let browser: Browser;
let rosa: Person;
let hugo: Person;
let rosaId: string;
let window: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  rosa = await signInWithRole(product.origin, 'rosa', 'seller');
  hugo = await signInWithRole(product.origin, 'hugo', 'buyer');
  rosaId = (await rosa.call<{ id: string }>('GET', '/api/auth/user')).body.id;
  await deposit(hugo, controlSandbox(product.sandbox), 0.5);
  window = await openAs(browser, product.origin, 'rosa', undefined, '/healthz');
  page = window.page;
  await openSection('affiliate');
});
afterAll(async () => {
  await browser?.close();
});

async function openSection(section: string): Promise<void> {
  const streaming = page.waitForResponse('**/api/events');
  await page.goto(`${product.origin}/dashboard?section=${section}`);
  await streaming;
  await waitForContent(page);
}

/** Hugo buys a listing of Rosa for $5. Returns the id of the trade. */
async function sell(title: string): Promise<string> {
  const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5 };
  const listing = await rosa.call('POST', '/api/listings', { title, ...terms, deliveryTime: '1 hour' });
  const { status, body } = await hugo.call('POST', '/api/transactions', {
    listingId: listing.body.id,
    ...{ sellerId: rosaId, quantity: 1, pricePerUnit: 5, totalAmount: 5, platformFee: '0.25' },
  });
  expect(status).toBe(201);
  return String(body.id);
}

const bell = (name: string) => page.getByRole('button', { name, exact: true });
const inbox = () => page.getByRole('dialog', { name: 'Inbox' });
const news = () => inbox().getByRole('region', { name: 'Notifications' });

test('a sale reaches its seller on any page: a toast, the bell and a badge on the section', async () => {
  await bell('Inbox').waitFor();
  await sell(TITLE);
  await expectToast(page, 'Listing sold', `${TITLE}. The buyer paid $5.00. Please deliver.`);
  await bell('Inbox, 1 unread, 1 waiting').waitFor();
  await page.getByRole('link', { name: 'Transactions, 1 waiting', exact: true }).waitFor();
});

test('the inbox lists what waits and what happened, and the trade opens above it', async () => {
  await bell('Inbox, 1 unread, 1 waiting').click();
  await news()
    .getByRole('link', { name: /^Unread: Listing sold/ })
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await inbox()
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: `Deliver ${TITLE}` })
    .click();
  const trade = page.getByRole('dialog', { name: 'Trade' });
  await trade.getByRole('button', { name: 'Mark as Delivered' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Delivered' }).click();
  await trade.getByText(/Waiting for the buyer to confirm/).waitFor();
  await trade.getByRole('button', { name: 'Close' }).click();
  await inbox().getByRole('region', { name: 'Waiting for you' }).waitFor({ state: 'detached' });
});

test('an opened entry is read, and all others can be marked together', async () => {
  const other = await sell('Silk Scarf');
  await news()
    .getByRole('link', { name: /Silk Scarf/ })
    .click();
  await page.getByRole('dialog', { name: 'Trade' }).getByRole('button', { name: 'Close' }).click();
  await news()
    .getByRole('link', { name: /^Listing sold.*Silk Scarf/ })
    .waitFor();
  await news().getByRole('button', { name: 'Mark all as read' }).click();
  await news().getByText('Unread:').first().waitFor({ state: 'detached' });
  await inbox().getByRole('button', { name: 'Close' }).click();
  await bell('Inbox, 1 waiting').waitFor();
  await rosa.call('POST', `/api/transactions/${other}/deliver`, {});
  await bell('Inbox').waitFor();
  await page.getByRole('link', { name: 'Transactions', exact: true }).waitFor();
});

test('the dashboard shows trades that wait, and a page that shows the news has no toast', async () => {
  await openSection('transactions');
  await sell('Amber Ring');
  const waiting = page.getByRole('region', { name: 'Trades waiting for you' });
  await waiting.getByRole('link', { name: 'Deliver Amber Ring' }).waitFor();
  await bell('Inbox, 1 unread, 1 waiting').waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { toasts: string[][] }).toasts)).toEqual([]);
  await page.goto(`${product.origin}/dashboard`);
  await waiting.getByRole('link', { name: 'Deliver Amber Ring' }).click();
  await page.getByRole('dialog', { name: 'Trade' }).getByText('Amber Ring').waitFor();
  await page.keyboard.press('Escape');
});

test('a dispute waits for its seller’s answer, and for a decision of staff', async () => {
  const trade = await sell('Jade Comb');
  await rosa.call('POST', `/api/transactions/${trade}/deliver`, {});
  await hugo.call('POST', `/api/transactions/${trade}/dispute`, { reason: 'It never came' });
  await page
    .getByRole('region', { name: 'Trades waiting for you' })
    .getByRole('link', { name: 'Answer the dispute about Jade Comb' })
    .waitFor();
  const ada = await openAs(browser, product.origin, 'ada');
  await ada.page.getByRole('button', { name: /^Inbox, .*waiting$/ }).click();
  await ada.page.getByRole('link', { name: /^Decide \d+ reviews?/ }).click();
  await ada.page.getByRole('heading', { name: 'Needs a decision' }).waitFor();
  await ada.page.getByRole('link', { name: /^Admin Panel, \d+ waiting$/ }).waitFor();
  await ada.page.getByText('Dispute').first().waitFor();
  expect(ada.errors).toEqual([]);
  await ada.close();
  const { body } = await hugo.call<{ entries: { title: string }[] }>('GET', '/api/inbox');
  expect(body.entries.map(({ title }) => title)).toContain('Trade delivered');
});

test('the console shows no error', () => {
  expect(window.errors).toEqual([]);
});
