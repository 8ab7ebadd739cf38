import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, signInWithRole } from '../support/person.ts';
import { BROKEN, press, refused } from '../support/refused.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { said } from '../support/toasts.ts';
import { openAs, type Visitor } from '../support/visitor.ts';

/** A seller's proxies from the empty section to accounts that go through them. Each step builds on the one before. */
const port = new URL(product.sandbox).port;
const own = `127.0.0.1:${port}`;
let browser: Browser;
let sandbox: Sandbox;
let asPia: Person;
let pia: Visitor;
/** Every call that the interface made, ids left out. */
const calls = new Set<string>();

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  asPia = await signInWithRole(product.origin, 'pia', 'seller');
  pia = await openAs(browser, product.origin, 'pia');
  pia.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.add(`${request.method()} ${pathname.replace(ID, '{id}')}`);
  });
});
afterAll(async () => {
  await browser?.close();
});

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

test('S6.07 the empty section says how to begin; a proxy without host or port is not sent', async () => {
  const { page } = pia;
  await open(page, 'proxies');
  await page.getByText('No proxies added yet. Click "Add single proxy" to get started.').waitFor();
  await expect.poll(() => figures(page)).toEqual({ Total: '0', Active: '0', Failing: '0', 'In use': '0' });
  await press(page, 'Add single proxy');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Proxy' }).click();
  await said(page, 'Error', 'Please fill in all required fields');
  await dialog.getByText('Enter its port').waitFor();
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('99999');
  await dialog.getByRole('button', { name: 'Add Proxy' }).click();
  await dialog.getByText('A whole number from 1 to 65535').waitFor();
  expect(calls).not.toContain('POST /api/proxies');
});

test('S6.07 one proxy is added and tried; another port of the machine is refused, and a server in trouble is said', async () => {
  const { page } = pia;
  const dialog = page.getByRole('dialog');
  const send = () => dialog.getByRole('button', { name: 'Add Proxy' }).click();
  await dialog.getByLabel('Port').fill('22');
  await send();
  await said(page, 'Error', /^Failed to add proxy\. Invalid proxy\. The host must lead to public/);
  await dialog.getByLabel('Port').fill(port);
  await dialog.getByLabel('Username').fill('pia1');
  await dialog.getByLabel('Password').fill('a secret');
  await refused({
    page,
    call: 'POST proxies',
    answer: BROKEN,
    act: send,
    title: 'Error',
    text: /^Failed to add proxy/,
  });
  await send();
  await said(page, 'Proxy Added', `${own} · pia1 lets us through to Roblox`);
  await dialog.waitFor({ state: 'detached' });
  const cells = async () => (await row(page, 'pia1').getByRole('cell').allTextContents()).slice(1, 6);
  await expect.poll(cells).toEqual(['127.0.0.1', port, 'pia1', '••••', 'Active']);
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads.join()).toBe('ID,Host,Port,Username,Password,Status,Actions');
  await expect.poll(() => figures(page)).toEqual({ Total: '1', Active: '1', Failing: '0', 'In use': '0' });
  await press(page, `Copy address of ${own} · pia1`);
  await said(page, 'Copied to clipboard!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(own);
});

test('S6.07 mass addition takes the good lines, says of each other one why, and they are tried by themselves', async () => {
  const { page } = pia;
  await press(page, 'Mass Addition');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Proxies' }).click();
  await dialog.getByText('Enter a proxy on each line').waitFor();
  const lines = [
    `${own}:pia2:x`,
    `socks5://${own}`,
    '',
    `http://pia3:p%40ss@${own}`,
    '10.0.0.1:8080',
    `${own}:pia1:x`,
  ];
  await dialog.getByRole('textbox', { name: 'Proxies' }).fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Add Proxies' }).click();
  await said(page, 'Partial Success', '2 proxies added, 3 lines could not be taken');
  await dialog.getByText(/^Line 6: /).waitFor();
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual([
      'Line 2: socks5 proxies are not supported, only http ones are',
      'Line 5: The host must lead to public addresses only',
      'Line 6: It is in your list already',
    ]);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await row(page, 'pia3').getByText('Active').waitFor();
  await eventually(
    () => figures(page),
    ({ Total, Active }) => Total === '3' && Active === '3',
  );
});

test('S6.01 S6.07 an account is added through a proxy: nothing with its cookie goes another way', async () => {
  const { page } = pia;
  await open(page, 'cookies');
  const stock = await sandbox.makeAccount('PiaStock', 900);
  await press(page, 'Add Account');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Roblox cookie').fill(stock.cookie);
  await dialog.getByRole('combobox', { name: 'Proxy' }).click();
  await page.getByRole('option', { name: 'No proxy' }).waitFor();
  await page.getByRole('option', { name: /pia2/ }).click();
  await dialog.getByLabel(/This account is my own/).check();
  const before = (await requests()).length;
  await dialog.getByRole('button', { name: 'Add Account' }).click();
  await said(page, 'Account Added');
  await row(page, 'PiaStock').getByText(`${own} · pia2`).waitFor();
  const since = (await requests()).slice(before).filter(({ headers }) => headers.cookie);
  expect(since.length).toBeGreaterThan(0);
  expect([...new Set(since.map(({ via }) => via))].filter((via) => via === `pia2@${own}`)).toHaveLength(1);
  await press(page, 'Refresh balance of PiaStock');
  await said(page, 'Balance Updated');
});

test('S6.07 a proxy in use stays; the account takes another, which is tried before, and the old one goes', async () => {
  const { page } = pia;
  await open(page, 'proxies');
  await row(page, 'pia2').getByText('1 account goes through it').waitFor();
  await remove(page, 'pia2');
  await said(page, 'Error', 'Failed to delete proxy. This proxy is in use. Used by PiaStock.');

  await open(page, 'cookies');
  await changeProxy(page, /pia3/);
  await said(page, 'Proxy Updated', `PiaStock goes through ${own} · pia3`);
  await changeProxy(page, 'No proxy');
  await said(page, 'Proxy Updated', 'PiaStock goes to Roblox directly');
  await row(page, 'PiaStock').getByText(own, { exact: false }).waitFor({ state: 'detached' });

  await open(page, 'proxies');
  await remove(page, 'pia2');
  await said(page, 'Proxy Deleted', `${own} · pia2 is no longer in your list`);
  await row(page, 'pia2').waitFor({ state: 'detached' });
  await refused({
    page,
    call: 'DELETE proxies/*',
    answer: BROKEN,
    act: () => remove(page, 'pia3'),
    title: 'Error',
    text: /^Failed to delete proxy/,
  });
});

test('S6.08 the interface makes every call of the required “Accounts and proxies”', async () => {
  const { page } = pia;
  await open(page, 'cookies');
  await press(page, 'Actions for PiaStock');
  await page.getByRole('menuitem', { name: 'Update cookie' }).click();
  const { cookie } = await sandbox.account(await idOf('PiaStock'));
  await page.getByRole('dialog').getByLabel('New Roblox cookie').fill(cookie);
  await page.getByRole('dialog').getByRole('button', { name: 'Update Cookie' }).click();
  await said(page, 'Cookie Updated');
  await press(page, 'Actions for PiaStock');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Accounts Deleted');
  await open(page, 'robux-market');
  await eventually(
    async () => [...calls],
    (made) => made.includes('GET /api/roblox-accounts/aggregated'),
  );
  expect([...calls]).toEqual(expect.arrayContaining(SEED_CALLS));
});

const SEED_CALLS = [
  'GET /api/roblox-accounts',
  'GET /api/roblox-accounts/aggregated',
  'POST /api/roblox-accounts',
  'DELETE /api/roblox-accounts/{id}',
  'POST /api/roblox-accounts/{id}/balance',
  'PUT /api/roblox-accounts/{id}',
  'PATCH /api/roblox-accounts/{id}/cookie',
  'GET /api/proxies',
  'POST /api/proxies',
  'DELETE /api/proxies/{id}',
];

const open = (page: Page, section: string) => page.goto(`${product.origin}/dashboard?section=${section}`);

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

async function remove(page: Page, username: string): Promise<void> {
  await press(page, `Delete ${own} · ${username}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

async function changeProxy(page: Page, choice: string | RegExp): Promise<void> {
  await press(page, 'Actions for PiaStock');
  await page.getByRole('menuitem', { name: 'Change proxy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Proxy' }).click();
  await page.getByRole('option', { name: choice }).click();
  await dialog.getByRole('button', { name: 'Save Proxy' }).click();
  await dialog.waitFor({ state: 'detached' });
}

const LABELS = ['Total', 'Active', 'Failing', 'In use'] as const;

async function figures(page: Page): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const label of LABELS) {
    const card = page
      .locator('section')
      .filter({ has: page.locator('p', { hasText: new RegExp(`^${label}$`) }) });
    found.push([label, (await card.locator('.text-2xl').first().textContent()) ?? '']);
  }
  return Object.fromEntries(found);
}

interface Seen {
  readonly via: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const requests = () => sandbox.control<Seen[]>('GET', 'requests?service=game-platform');

async function idOf(username: string): Promise<string> {
  const { body } = await asPia.call<{ username: string; robloxUserId: string }[]>(
    'GET',
    '/api/roblox-accounts',
  );
  return body.find((account) => account.username === username)!.robloxUserId;
}
