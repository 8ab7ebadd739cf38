import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from '@playwright/test';
import { deposit } from '../support/person.ts';
import { test as base, expect } from '../support/stories.ts';
import { type Visitor, waitForContent } from '../support/visitor.ts';

/** The size of a first view in gzipped bytes, and the requests of an idle page. */
const KB = 1000;
/** Requests within this time after the load event belong to the first view. */
const FIRST_VIEW_MS = 1000;

const test = base.extend<{
  openPage: (who: string | null, path: string, language: string) => Promise<Visitor>;
}>({
  openPage: ({ as, visit }, use) =>
    use((who, path, language) => (who ? as(who, { path, language }) : visit({ path, language }))),
});

/** Opens a page with an empty cache in a new window. Returns the responses of its first view. */
async function firstViewOf({ page, close }: Visitor, path: string): Promise<Response[]> {
  const answers: Response[] = [];
  page.on('response', (response) => {
    // the event stream stays open as long as the page
    if (nameOf(response) !== '/api/events') answers.push(response);
  });
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForTimeout(FIRST_VIEW_MS);
  const view = [...answers];
  await Promise.all(view.map((response) => bytesOf(response)));
  await close();
  return view;
}

const sizes = new WeakMap<Response, number>();

/** Gzipped bytes of a script or a style sheet. The body can be read only while the page is open. */
async function bytesOf(response: Response): Promise<number> {
  if (!/\.(js|css)$/.test(nameOf(response))) return 0;
  const known = sizes.get(response) ?? gzipSync(await response.body()).length;
  sizes.set(response, known);
  return known;
}

const isCompressed = (response: Response): boolean =>
  /^(br|gzip)$/.test(response.headers()['content-encoding'] ?? '');

const nameOf = (response: Response): string => new URL(response.url()).pathname;

for (const [who, path, language, limit] of [
  [null, '/', 'en', 120 * KB],
  [null, '/', 'es', 120 * KB],
  ['nova', '/dashboard', 'en', 200 * KB],
  ['nova', '/dashboard', 'pt-BR', 200 * KB],
  ['sela', '/dashboard', 'en', 200 * KB],
] as const) {
  test(`the first view of ${who ?? 'a visitor'} at ${path} in ${language} stays within its budget`, async ({
    openPage,
  }) => {
    expectWithin(limit, await firstViewOf(await openPage(who, '/healthz', language), path));
  });
}

test('the dashboards of a new buyer and of a new seller with a trade to deliver stay within the budget', async ({
  person,
  sandbox,
  openPage,
}) => {
  const seller = await person('budget-seller', 'seller');
  const buyer = await person('budget-buyer', 'buyer');
  await deposit(buyer, sandbox, 0.5);
  const terms = { itemType: 'limited_items', quantity: 1, pricePerUnit: 5 };
  const { body: listing } = await seller.call('POST', '/api/listings', {
    title: 'Copper Crown',
    deliveryTime: '1 hour',
    ...terms,
  });
  await buyer.call('POST', '/api/transactions', {
    listingId: listing.id,
    sellerId: listing.sellerId,
    quantity: 1,
    pricePerUnit: 5,
    totalAmount: 5,
    platformFee: '0.25',
  });
  const { body: inbox } = await seller.call<{ waiting: { title: string }[] }>('GET', '/api/inbox');
  expect(inbox.waiting.map(({ title }) => title)).toEqual(['Deliver Copper Crown']);
  for (const who of ['budget-seller', 'budget-buyer']) {
    expectWithin(200 * KB, await firstViewOf(await openPage(who, '/healthz', 'pt-BR'), '/dashboard'));
  }
});

/** Expects at most this many gzipped bytes of JavaScript, and few, compressed files. */
function expectWithin(limit: number, answers: readonly Response[]): void {
  const weigh = (pattern: RegExp) =>
    answers
      .filter((response) => pattern.test(nameOf(response)))
      .reduce((sum, response) => sum + sizes.get(response)!, 0);
  const scripts = weigh(/\.js$/);
  const list = answers.map((response) => `${sizes.get(response) ?? ''} ${nameOf(response)}`).join('\n');
  expect(scripts, list).toBeGreaterThan(50 * KB);
  expect(scripts, list).toBeLessThanOrEqual(limit);
  expect(weigh(/\.css$/), list).toBeLessThanOrEqual(20 * KB);
  expect(answers.length, list).toBeLessThanOrEqual(15);
  const plain = answers.filter((response) => (sizes.get(response) ?? 0) > KB && !isCompressed(response));
  expect(plain.map(nameOf)).toEqual([]);
}

/** The required polls by page: path and interval in seconds. */
const POLLS = [
  [null, '/', { '/api/platform-stats': 5 }],
  ['nova', '/dashboard', { '/api/wallet': 30 }],
  ['nova', '/wallet', { '/api/wallet': 30, '/api/wallet/ltc-price': 30 }],
  [
    'nova',
    '/buy-robux',
    { '/api/wallet': 30, '/api/roblox-accounts/aggregated': 5, '/api/pre-orders/live': 5 },
  ],
  ['sela', '/dashboard?section=proxies', { '/api/wallet': 30 }],
  ['sela', '/robux-dashboard', { '/api/wallet': 30, '/api/roblox-accounts/aggregated': 5 }],
] as const;

for (const [who, path, polls] of POLLS) {
  test(`the idle page of ${who ?? 'a visitor'} at ${path} sends only the required polls and gets 304 answers`, async ({
    openPage,
  }) => {
    const { page } = await openPage(who, '/healthz', 'en');
    await page.clock.install();
    const streaming = who && page.waitForResponse((response) => nameOf(response) === '/api/events');
    await page.goto(path);
    await waitForContent(page);
    await streaming;
    await page.clock.pauseAt(Date.now() + 60_000);
    const answered = trackRequests(page);
    // first let the requests from before the event stream opened pass
    await runFor(page, 31, answered);
    const counts: Record<string, number> = {};
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      counts[pathname] = (counts[pathname] ?? 0) + 1;
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const pathOf = new Map<string, string>();
    const statuses = new Map<string, number>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      pathOf.set(requestId, new URL(request.url).pathname);
    });
    session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      statuses.set(requestId, statusCode);
    });
    await runFor(page, 60, answered);
    expect(Object.keys(counts).sort(), JSON.stringify(counts)).toEqual(Object.keys(polls).sort());
    for (const [poll, everyS] of Object.entries(polls)) {
      expect(Math.abs(counts[poll]! - 60 / everyS), `${poll}: ${counts[poll]}`).toBeLessThanOrEqual(1);
    }
    // an answer without a path belongs to a request from before
    const changed = () => [...pathOf].filter(([id]) => statuses.get(id) !== 304).map(([, path]) => path);
    // each price answer contains a new time
    await expect.poll(() => changed().filter((path) => path !== '/api/wallet/ltc-price')).toEqual([]);
  });
}

/** Advances the page's clock second by second. After each second it waits for all answers, because a pending poll is not repeated. */
async function runFor(page: Page, seconds: number, answered: () => Promise<void>): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000);
    await answered();
  }
}

/** Tracks the page's requests from now on. The result waits until none is in progress. */
function trackRequests(page: Page): () => Promise<void> {
  const inProgress = new Set<Request>();
  page.on('request', (request) => inProgress.add(request));
  page.on('requestfinished', (request) => inProgress.delete(request));
  page.on('requestfailed', (request) => inProgress.delete(request));
  return () => expect.poll(() => inProgress.size, { intervals: [5] }).toBe(0);
}
