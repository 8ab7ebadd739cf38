import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { expectFailure, SERVER_ERROR } from '../support/answers.ts';
import { eventually } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { clickButton } from '../support/visitor.ts';

/** A seller's proxies, from the empty section to accounts that use them. Each test needs the ones before. */

const test = sharing(async ({ product, sandbox, person, as }) => {
  const port = new URL(product.sandbox).port;
  const hostPort = `127.0.0.1:${port}`;
  /** Every API call of the page, with ids replaced. */
  const calls = new Set<string>();
  const asPia = await person('pia', 'seller');
  const { page } = await as('pia', { path: '/healthz' });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.add(`${request.method()} ${pathname.replace(ID, '{id}')}`);
  });

  async function remove(page: Page, username: string): Promise<void> {
    await clickButton(page, `Delete ${hostPort} · ${username}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  }
  const requests = () => sandbox.control<LoggedRequest[]>('GET', 'requests?service=game-platform');

  async function idOf(username: string): Promise<string> {
    const { body } = await asPia.call<{ username: string; robloxUserId: string }[]>(
      'GET',
      '/api/roblox-accounts',
    );
    return body.find((account) => account.username === username)!.robloxUserId;
  }

  return { page, port, hostPort, calls, remove, requests, idOf };
});

test.describe.configure({ mode: 'serial' });

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

test('the empty section shows the first step, and an incomplete proxy is not sent', {
  tag: '@S6.07',
}, async ({ shared: { page, calls } }) => {
  await open(page, 'proxies');
  await expect(
    page.getByText('No proxies added yet. Click "Add single proxy" to get started.'),
  ).toBeVisible();
  await expect.poll(() => figures(page)).toEqual({ Total: '0', Active: '0', Failing: '0', 'In use': '0' });
  await clickButton(page, 'Add single proxy');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add proxy' }).click();
  await expectToast(page, 'Error', 'Please fill in all required fields');
  await expect(dialog.getByText('Enter its port')).toBeVisible();
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill('99999');
  await dialog.getByRole('button', { name: 'Add proxy' }).click();
  await expect(dialog.getByText('This must be a whole number from 1 to 65535')).toBeVisible();
  expect(calls).not.toContain('POST /api/proxies');
});

test('a proxy is tested and added, and a private address or a server error shows a message', {
  tag: '@S6.07',
}, async ({ shared: { page, port, hostPort } }) => {
  const dialog = page.getByRole('dialog');
  const send = () => dialog.getByRole('button', { name: 'Add proxy' }).click();
  await dialog.getByLabel('Port').fill('2222');
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
  await expect(dialog).not.toBeAttached();
  const cells = async () => (await row(page, 'pia1').getByRole('cell').allTextContents()).slice(1, 6);
  await expect.poll(cells).toEqual(['127.0.0.1', port, 'pia1', '••••', 'Active']);
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads.join()).toBe('ID,Host,Port,Username,Password,Status,Actions');
  await expect.poll(() => figures(page)).toEqual({ Total: '1', Active: '1', Failing: '0', 'In use': '0' });
  await clickButton(page, `Copy address of ${hostPort} · pia1`);
  await expectToast(page, 'Copied to clipboard!');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(hostPort);
});

test('Mass Addition adds and tests valid lines and explains each invalid line', { tag: '@S6.07' }, async ({
  shared: { page, hostPort },
}) => {
  await clickButton(page, 'Mass Addition');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add proxies' }).click();
  await expect(dialog.getByText('Enter a proxy on each line')).toBeVisible();
  const lines = [
    `${hostPort}:pia2:x`,
    `socks5://${hostPort}`,
    '',
    `http://pia3:p%40ss@${hostPort}`,
    '10.0.0.1:8080',
    `${hostPort}:pia1:x`,
  ];
  await dialog.getByRole('textbox', { name: 'Proxies' }).fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Add proxies' }).click();
  await expectToast(page, 'Partial Success', '2 proxies added, 3 lines could not be added');
  await expect(dialog.getByText(/^Line 6: /)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Line 2: socks5 proxies are not supported. Use an HTTP proxy',
    "Line 5: Private addresses aren't allowed",
    'Line 6: Already in your list',
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(row(page, 'pia3').getByText('Active')).toBeVisible();
  await eventually(
    () => figures(page),
    ({ Total, Active }) => Total === '3' && Active === '3',
  );
});

test('an account is added through the chosen proxy', { tag: ['@S6.01', '@S6.07'] }, async ({
  shared: { page, hostPort, requests },
  sandbox,
}) => {
  await open(page, 'cookies');
  const stock = await sandbox.makeAccount('PiaStock', 900);
  await clickButton(page, 'Add account');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Roblox cookie').fill(stock.cookie);
  await dialog.getByRole('combobox', { name: 'Proxy' }).click();
  await expect(page.getByRole('option', { name: 'No proxy' })).toBeVisible();
  await page.getByRole('option', { name: /pia2/ }).click();
  await dialog.getByLabel(/This account is my own/).check();
  const before = (await requests()).length;
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await expectToast(page, 'Account Added');
  await expect(row(page, 'PiaStock').getByText(`${hostPort} · pia2`)).toBeVisible();
  const since = (await requests()).slice(before).filter(({ headers }) => headers.cookie);
  expect(since.length).toBeGreaterThan(0);
  expect(since.some(({ via }) => via === `pia2@${hostPort}`)).toBe(true);
  await clickButton(page, 'Refresh balance of PiaStock');
  await expectToast(page, 'Balance Updated');
});

test('a proxy in use cannot be deleted until its accounts use another', { tag: '@S6.07' }, async ({
  shared: { page, hostPort, remove },
}) => {
  await open(page, 'proxies');
  await expect(row(page, 'pia2').getByText('Used by 1 account')).toBeVisible();
  await remove(page, 'pia2');
  await expectToast(page, 'Error', 'Failed to delete proxy. This proxy is in use. Used by PiaStock.');

  await open(page, 'cookies');
  await changeProxy(page, /pia3/);
  await expectToast(page, 'Proxy updated', `PiaStock connects through ${hostPort} · pia3`);
  await changeProxy(page, 'No proxy');
  await expectToast(page, 'Proxy updated', 'PiaStock connects directly');
  await expect(row(page, 'PiaStock').getByText(hostPort, { exact: false })).not.toBeAttached();

  await open(page, 'proxies');
  await remove(page, 'pia2');
  await expectToast(page, 'Proxy Deleted', `${hostPort} · pia2 is no longer in your list`);
  await expect(row(page, 'pia2')).not.toBeAttached();
  await expectFailure({
    page,
    call: 'DELETE proxies/*',
    answer: SERVER_ERROR,
    act: () => remove(page, 'pia3'),
    title: 'Error',
    text: /^Failed to delete proxy/,
  });
});

test('the pages make every required call for accounts and proxies', { tag: '@S6.08' }, async ({
  shared: { page, calls, idOf },
  sandbox,
}) => {
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

const open = (page: Page, section: string) => page.goto(`/dashboard?section=${section}`);

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

async function changeProxy(page: Page, choice: string | RegExp): Promise<void> {
  await clickButton(page, 'Actions for PiaStock');
  await page.getByRole('menuitem', { name: 'Change proxy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Proxy' }).click();
  await page.getByRole('option', { name: choice }).click();
  await dialog.getByRole('button', { name: 'Save proxy' }).click();
  await expect(dialog).not.toBeAttached();
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
