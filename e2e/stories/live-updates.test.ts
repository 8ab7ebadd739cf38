import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { deposit, offer, type Person, signInWithRole } from '../support/person.ts';
import { controlSandbox, type GameAccount, type Sandbox } from '../support/sandbox.ts';
import { expectToast } from '../support/toasts.ts';
import { openAs, type Visitor, waitForContent } from '../support/visitor.ts';

/** Lyra buys and Orin sells, each in a browser with an event stream. The tests count the requests that the stream makes unnecessary. Orin's stock is used up. */
const ROBUX = 800_000;
const RATE = '1.20';
/** Longer than the poll interval of a page without an event stream. */
const QUIET_MS = 4_000;

let browser: Browser;
let sandbox: Sandbox;
let lyra: Person;
let orin: Person;
let buying: Visitor;
let selling: Visitor;
let account: GameAccount;
let pass: { id: number; url: string };

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = controlSandbox(product.sandbox);
  [lyra, orin] = [
    await signInWithRole(product.origin, 'lyra', 'buyer'),
    await signInWithRole(product.origin, 'orin', 'seller'),
  ];
  const maker = await sandbox.makeAccount('LyraMaker', 0);
  pass = await sandbox.makePass(maker.id, ROBUX, 'Lyra pass');
  account = await sandbox.makeAccount('OrinHand', ROBUX);
  [buying, selling] = [
    await openLive('lyra', '/wallet'),
    await openLive('orin', '/dashboard?section=roblox-accounts'),
  ];
});
afterAll(async () => {
  await browser?.close();
});

async function openLive(name: string, path: string): Promise<Visitor> {
  const visitor = await openAs(browser, product.origin, name, undefined, '/');
  await goLive(visitor, path);
  return visitor;
}

async function goLive({ page }: Visitor, path: string): Promise<void> {
  const streaming = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
  await page.goto(product.origin + path);
  expect((await streaming).status()).toBe(200);
}

/** Disables polling in the visitor's pages, so that only the event stream brings changes. */
async function goWithoutPolls(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }));
  await goLive(visitor, path);
}

/** Counts the page's requests to a path from now on. */
function countRequests({ page }: Visitor, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

test('S5.03 a payment and its confirmations appear without polling', async () => {
  const { page } = buying;
  const { body } = await lyra.call<{ wallet: { ltcAddress: string } }>(
    'POST',
    '/api/wallet/generate-address',
    {
      walletType: 'buyer',
    },
  );
  await waitForContent(page);
  await page.getByText('No transactions yet', { exact: true }).waitFor();
  const requests = countRequests(buying, '/api/wallet/transactions');
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  expect(requests()).toBe(0);
  await goWithoutPolls(buying, '/wallet');
  await waitForContent(page);
  await sandbox.pay(body.wallet.ltcAddress, 14);
  await page.getByText('0/2 confirmations').first().waitFor();
  for (const confirmations of [1, 2]) {
    await sandbox.mine(1);
    await page.getByText(`${confirmations}/2 confirmations`).first().waitFor();
  }
  await page.getByText('$1,190.00').first().waitFor();
});

test('S4.14 the buyer sees a match on any page', async () => {
  const placed = await lyra.call('POST', '/api/pre-orders', {
    robuxAmount: ROBUX,
    maxRatePerThousand: RATE,
    gamepassUrl: pass.url,
  });
  expect(placed.status).toBe(201);
  await goWithoutPolls(selling, '/dashboard?section=roblox-accounts');
  const accountId = await offer(orin, account, '6.00');
  await orin.call('PUT', `/api/roblox-accounts/${accountId}`, { fulfilment: 'manual' });
  await selling.page.getByText('Manual: you complete orders').waitFor();
  await orin.call('PUT', `/api/roblox-accounts/${accountId}`, { ratePerThousand: RATE });
  await expectToast(buying.page, 'Pre-Order Matched');
});

test('S4.11 a new order and its completion appear without polling', async () => {
  const requests = countRequests(selling, '/api/robux/orders');
  const waiting = selling.page.getByRole('region', { name: 'Waiting for you' }).getByRole('link');
  await waiting.waitFor();
  expect(requests()).toBeLessThan(5);
  await buying.page.goto(`${product.origin}/dashboard`);
  await buying.page
    .getByRole('link', { name: /800,000/ })
    .first()
    .click();
  const sheet = buying.page.getByRole('dialog');
  await sheet
    .getByText(/Processing|Pending/)
    .first()
    .waitFor();
  const { body } = await lyra.call<{ id: string }[]>('GET', '/api/robux/orders');
  await sandbox.control('POST', 'game/buy', { accountId: account.id, passId: pass.id });
  expect((await orin.call('POST', `/api/robux/orders/${body[0]!.id}/bought`)).status).toBe(200);
  await sheet.getByText('Completed', { exact: true }).first().waitFor();
});

test('S1.08 a page whose session was ended elsewhere goes to the login page', async () => {
  expect((await orin.call('DELETE', '/api/auth/sessions')).body).toMatchObject({ success: true });
  await selling.page.waitForURL('**/login');
});

test('a page catches up automatically after a broken connection', async () => {
  const { page } = buying;
  await page.goto(`${product.origin}/wallet`);
  await page.getByText('Total Deposits').first().waitFor();
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await deposit(lyra, sandbox, 1);
  await page.context().setOffline(false);
  await page.getByText('$315.00').first().waitFor();
  expect(buying.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|Failed to load/.test(error))).toEqual(
    [],
  );
});
