import { setTimeout as sleep } from 'node:timers/promises';
import { deposit, offer } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';
import { expectToast } from '../support/toasts.ts';
import { type Visitor, waitForContent } from '../support/visitor.ts';

/** Lyra buys and Orin sells, each in a browser with an event stream. The tests count the requests that the stream makes unnecessary. Orin's stock is used up. */
const ROBUX = 800_000;
const RATE = '1.20';
/** Longer than the poll interval of a page without an event stream. */
const QUIET_MS = 4_000;

const test = sharing(async ({ sandbox, person, as }) => {
  const [lyra, orin] = [await person('lyra', 'buyer'), await person('orin', 'seller')];
  const maker = await sandbox.makeAccount('LyraMaker', 0);
  const pass = await sandbox.makePass(maker.id, ROBUX, 'Lyra pass');
  const account = await sandbox.makeAccount('OrinHand', ROBUX);
  const [buying, selling] = [
    await openLive('lyra', '/wallet'),
    await openLive('orin', '/dashboard?section=roblox-accounts'),
  ];

  async function openLive(name: string, path: string): Promise<Visitor> {
    const visitor = await as(name, { path: '/healthz' });
    await goLive(visitor, path);
    return visitor;
  }

  return { lyra, orin, buying, selling, account, pass };
});

test.describe.configure({ mode: 'serial' });

async function goLive({ page }: Visitor, path: string): Promise<void> {
  const streaming = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/events');
  await page.goto(path);
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

test('a payment and its confirmations appear without polling', { tag: '@S5.03' }, async ({
  shared: { lyra, buying },
  sandbox,
}) => {
  const { page } = buying;
  const { body } = await lyra.call<{ wallet: { ltcAddress: string } }>(
    'POST',
    '/api/wallet/generate-address',
    {
      walletType: 'buyer',
    },
  );
  await waitForContent(page);
  await expect(page.getByText('No transactions yet', { exact: true })).toBeVisible();
  const requests = countRequests(buying, '/api/wallet/transactions');
  await sleep(QUIET_MS);
  expect(requests()).toBe(0);
  await goWithoutPolls(buying, '/wallet');
  await waitForContent(page);
  await sandbox.pay(body.wallet.ltcAddress, 14);
  await expect(page.getByText('0/2 confirmations').first()).toBeVisible();
  for (const confirmations of [1, 2]) {
    await sandbox.mine(1);
    await expect(page.getByText(`${confirmations}/2 confirmations`).first()).toBeVisible();
  }
  await expect(page.getByText('$1,190.00').first()).toBeVisible();
});

test('the buyer sees a match on any page', { tag: '@S4.14' }, async ({
  shared: { lyra, orin, buying, selling, account, pass },
}) => {
  const placed = await lyra.call('POST', '/api/pre-orders', {
    robuxAmount: ROBUX,
    maxRatePerThousand: RATE,
    gamepassUrl: pass.url,
  });
  expect(placed.status).toBe(201);
  await goWithoutPolls(selling, '/dashboard?section=roblox-accounts');
  const accountId = await offer(orin, account, '6.00');
  await orin.call('PUT', `/api/roblox-accounts/${accountId}`, { fulfilment: 'manual' });
  await expect(selling.page.getByText('Manual: you complete orders')).toBeVisible();
  await orin.call('PUT', `/api/roblox-accounts/${accountId}`, { ratePerThousand: RATE });
  await expectToast(buying.page, 'Pre-order matched');
});

test('a new order and its completion appear without polling', { tag: '@S4.11' }, async ({
  shared: { lyra, orin, buying, selling, account, pass },
  sandbox,
}) => {
  const requests = countRequests(selling, '/api/robux/orders');
  const waiting = selling.page.getByRole('region', { name: 'Waiting for you' }).getByRole('link');
  await expect(waiting).toBeVisible();
  expect(requests()).toBeLessThan(5);
  await buying.page.goto('/dashboard');
  await buying.page
    .getByRole('link', { name: /800,000/ })
    .first()
    .click();
  const sheet = buying.page.getByRole('dialog');
  await expect(sheet.getByText(/Processing|Pending/).first()).toBeVisible();
  const { body } = await lyra.call<{ id: string }[]>('GET', '/api/robux/orders');
  await sandbox.control('POST', 'game/buy', { accountId: account.id, passId: pass.id });
  expect((await orin.call('POST', `/api/robux/orders/${body[0]!.id}/bought`)).status).toBe(200);
  await expect(sheet.getByText('Completed', { exact: true }).first()).toBeVisible();
});

test('a page whose session was ended elsewhere goes to the login page', { tag: '@S1.08' }, async ({
  shared: { orin, selling },
}) => {
  expect((await orin.call('DELETE', '/api/auth/sessions')).body).toMatchObject({ success: true });
  await selling.page.waitForURL('**/login**');
});

test('a page catches up automatically after a broken connection', async ({
  shared: { lyra, buying },
  sandbox,
}) => {
  const { page } = buying;
  await page.goto('/wallet');
  await expect(page.getByText('Total Deposits').first()).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline.")).toBeVisible();
  await deposit(lyra, sandbox, 1);
  await page.context().setOffline(false);
  await expect(page.getByText('$315.00').first()).toBeVisible();
  expect(buying.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|Failed to load/.test(error))).toEqual(
    [],
  );
});
