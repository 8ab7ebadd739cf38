import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { expectFailure, SERVER_ERROR } from '../support/failed-call.ts';
import { product } from '../support/own-product.ts';
import { eventually, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { clickButton, openAs, type Visitor } from '../support/visitor.ts';

/** A seller's proxies, from the empty section to accounts that use them. Each test needs the ones before. */
const port = new URL(product.sandbox).port;
const hostPort = `127.0.0.1:${port}`;
let browser: Browser;
let sandbox: Sandbox;
let asPia: Person;
let pia: Visitor;
/** Every API call of the page, with ids replaced. */
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

test('S6.07 the empty section shows the first step, and an incomplete proxy is not sent', async () => {
  const { page } = pia;
  await open(page, 'proxies');
  await page.getByText('No proxies added yet. Click "Add single proxy" to get started.').waitFor();
  await expect.poll(() => figures(page)).toEqual({ Total: '0', Active: '0', Failing: '0', 'In use': '0' });
  await clickButton(page, 'Add single proxy');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Proxy' }).click();
  await expectToast(page, 'Error', 'Please fill in all required fields');
  await dialog.getByText('Enter its port').waitFor();
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('99999');
  await dialog.getByRole('button', { name: 'Add Proxy' }).click();
  await dialog.getByText('This must be a whole number from 1 to 65535').waitFor();
  expect(calls).not.toContain('POST /api/proxies');
});

test('S6.07 a proxy is tested and added, and a private address or a server error shows a message', async () => {
  const { page } = pia;
  const dialog = page.getByRole('dialog');
  const send = () => dialog.getByRole('button', { name: 'Add Proxy' }).click();
  await dialog.getByLabel('Port').fill('22');
  await send();
  await expectToast(page, 'Error', /^Failed to add proxy\. Invalid proxy\. Private addresses aren't allowed/);
  await dialog.getByLabel('Port').fill(port);
  await dialog.getByLabel('Username').fill('pia1');
  await dialog.getByLabel('Password').fill('a secret');
  await expectFailure({
    page,
    call: 'POST proxies',
    answer: SERVER_ERROR,
    act: send,
    title: 'Error',
    text: /^Failed to add proxy/,
  });
  await send();
  await expectToast(page, 'Proxy Added', `${hostPort} · pia1 can reach Roblox`);
  await dialog.waitFor({ state: 'detached' });
  const cells = async () => (await row(page, 'pia1').getByRole('cell').allTextContents()).slice(1, 6);
  await expect.poll(cells).toEqual(['127.0.0.1', port, 'pia1', '••••', 'Active']);
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads.join()).toBe('ID,Host,Port,Username,Password,Status,Actions');
  await expect.poll(() => figures(page)).toEqual({ Total: '1', Active: '1', Failing: '0', 'In use': '0' });
  await clickButton(page, `Copy address of ${hostPort} · pia1`);
  await expectToast(page, 'Copied to clipboard!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hostPort);
});

test('S6.07 Mass Addition adds and tests valid lines and explains each invalid line', async () => {
  const { page } = pia;
  await clickButton(page, 'Mass Addition');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Proxies' }).click();
  await dialog.getByText('Enter a proxy on each line').waitFor();
  const lines = [
    `${hostPort}:pia2:x`,
    `socks5://${hostPort}`,
    '',
    `http://pia3:p%40ss@${hostPort}`,
    '10.0.0.1:8080',
    `${hostPort}:pia1:x`,
  ];
  await dialog.getByRole('textbox', { name: 'Proxies' }).fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Add Proxies' }).click();
  await expectToast(page, 'Partial Success', '2 proxies added, 3 lines could not be added');
  await dialog.getByText(/^Line 6: /).waitFor();
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual([
      'Line 2: socks5 proxies are not supported. Use an HTTP proxy',
      "Line 5: Private addresses aren't allowed",
      'Line 6: Already in your list',
    ]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await row(page, 'pia3').getByText('Active').waitFor();
  await eventually(
    () => figures(page),
    ({ Total, Active }) => Total === '3' && Active === '3',
  );
});

test('S6.01 S6.07 an account is added through the chosen proxy', async () => {
  const { page } = pia;
  await open(page, 'cookies');
  const stock = await sandbox.makeAccount('PiaStock', 900);
  await clickButton(page, 'Add Account');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Roblox cookie').fill(stock.cookie);
  await dialog.getByRole('combobox', { name: 'Proxy' }).click();
  await page.getByRole('option', { name: 'No proxy' }).waitFor();
  await page.getByRole('option', { name: /pia2/ }).click();
  await dialog.getByLabel(/This account is my own/).check();
  const before = (await requests()).length;
  await dialog.getByRole('button', { name: 'Add Account' }).click();
  await expectToast(page, 'Account Added');
  await row(page, 'PiaStock').getByText(`${hostPort} · pia2`).waitFor();
  const since = (await requests()).slice(before).filter(({ headers }) => headers.cookie);
  expect(since.length).toBeGreaterThan(0);
  expect(since.some(({ via }) => via === `pia2@${hostPort}`)).toBe(true);
  await clickButton(page, 'Refresh balance of PiaStock');
  await expectToast(page, 'Balance Updated');
});

test('S6.07 a proxy in use cannot be deleted until its accounts use another', async () => {
  const { page } = pia;
  await open(page, 'proxies');
  await row(page, 'pia2').getByText('Used by 1 account').waitFor();
  await remove(page, 'pia2');
  await expectToast(page, 'Error', 'Failed to delete proxy. This proxy is in use. Used by PiaStock.');

  await open(page, 'cookies');
  await changeProxy(page, /pia3/);
  await expectToast(page, 'Proxy Updated', `PiaStock connects through ${hostPort} · pia3`);
  await changeProxy(page, 'No proxy');
  await expectToast(page, 'Proxy Updated', 'PiaStock connects directly');
  await row(page, 'PiaStock').getByText(hostPort, { exact: false }).waitFor({ state: 'detached' });

  await open(page, 'proxies');
  await remove(page, 'pia2');
  await expectToast(page, 'Proxy Deleted', `${hostPort} · pia2 is no longer in your list`);
  await row(page, 'pia2').waitFor({ state: 'detached' });
  await expectFailure({
    page,
    call: 'DELETE proxies/*',
    answer: SERVER_ERROR,
    act: () => remove(page, 'pia3'),
    title: 'Error',
    text: /^Failed to delete proxy/,
  });
});

test('S6.08 the pages make every required call for accounts and proxies', async () => {
  const { page } = pia;
  await open(page, 'cookies');
  await clickButton(page, 'Actions for PiaStock');
  await page.getByRole('menuitem', { name: 'Update cookie' }).click();
  const { cookie } = await sandbox.account(await idOf('PiaStock'));
  await page.getByRole('dialog').getByLabel('New Roblox cookie').fill(cookie);
  await page.getByRole('dialog').getByRole('button', { name: 'Update Cookie' }).click();
  await expectToast(page, 'Cookie Updated');
  await clickButton(page, 'Actions for PiaStock');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Accounts Deleted');
  await open(page, 'robux-market');
  await eventually(
    async () => [...calls],
    (made) => made.includes('GET /api/roblox-accounts/aggregated'),
  );
  expect([...calls]).toEqual(expect.arrayContaining(REQUIRED_CALLS));
});

const REQUIRED_CALLS = [
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
  await clickButton(page, `Delete ${hostPort} · ${username}`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

async function changeProxy(page: Page, choice: string | RegExp): Promise<void> {
  await clickButton(page, 'Actions for PiaStock');
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

interface LoggedRequest {
  readonly via: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const requests = () => sandbox.control<LoggedRequest[]>('GET', 'requests?service=game-platform');

async function idOf(username: string): Promise<string> {
  const { body } = await asPia.call<{ username: string; robloxUserId: string }[]>(
    'GET',
    '/api/roblox-accounts',
  );
  return body.find((account) => account.username === username)!.robloxUserId;
}
