import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { contentArrived, openAs, openVisitor, type Visitor } from '../support/visitor.ts';

/** What a first view may weigh, and what an idle page asks for. Bytes are gzipped. */
const KB = 1000;
/** What loads within it after the load event counts for the first view. */
const FIRST_VIEW_MS = 1000;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const comeAs = (who: string | null, path: string): Promise<Visitor> =>
  who
    ? openAs(browser, product.origin, who, undefined, path)
    : openVisitor(browser, product.origin, undefined, path);

/** Opens a page with an empty cache, and answers what the browser fetched for its first view. */
async function firstViewOf(who: string | null, path: string): Promise<Response[]> {
  const { page, close } = await comeAs(who, '/healthz');
  const answers: Response[] = [];
  page.on('response', (response) => {
    // one stream a tab, which is open as long as the page is
    if (nameOf(response) !== '/api/events') answers.push(response);
  });
  await page.goto(product.origin + path, { waitUntil: 'load' });
  await page.waitForTimeout(FIRST_VIEW_MS);
  const view = [...answers];
  await Promise.all(view.map((response) => bytesOf(response)));
  await close();
  return view;
}

const sizes = new WeakMap<Response, number>();

/** Gzipped bytes of a script or a style sheet; read once, while the page is there. */
async function bytesOf(response: Response): Promise<number> {
  if (!/\.(js|css)$/.test(nameOf(response))) return 0;
  const known = sizes.get(response) ?? gzipSync(await response.body()).length;
  sizes.set(response, known);
  return known;
}

const isCompressed = (response: Response): boolean =>
  /^(br|gzip)$/.test(response.headers()['content-encoding'] ?? '');

const nameOf = (response: Response): string => new URL(response.url()).pathname;

test.each([
  [null, '/', 120 * KB],
  ['nova', '/dashboard', 200 * KB],
  ['sela', '/dashboard', 200 * KB],
])('%s at %s fetches no more than the budget on the first view', async (who, path, most) => {
  const answers = await firstViewOf(who, path);
  const weigh = (pattern: RegExp) =>
    answers
      .filter((response) => pattern.test(nameOf(response)))
      .reduce((sum, response) => sum + sizes.get(response)!, 0);
  const chart = weigh(/days-chart.*\.js$/);
  const scripts = weigh(/\.js$/) - chart;
  const list = answers.map((response) => `${sizes.get(response) ?? ''} ${nameOf(response)}`).join('\n');
  expect(scripts, list).toBeGreaterThan(50 * KB);
  expect(scripts, list).toBeLessThanOrEqual(most);
  expect(chart, list).toBeLessThanOrEqual(110 * KB);
  expect(weigh(/\.css$/), list).toBeLessThanOrEqual(20 * KB);
  expect(answers.length, list).toBeLessThanOrEqual(15);
  const plain = answers.filter((response) => (sizes.get(response) ?? 0) > KB && !isCompressed(response));
  expect(plain.map(nameOf)).toEqual([]);
});

/** The polls that the requirements name, by page: path and how often, in s. */
const POLLS = [
  [null, '/', { '/api/platform-stats': 5 }],
  ['nova', '/dashboard', { '/api/wallet': 30 }],
  ['nova', '/wallet', { '/api/wallet': 30, '/api/wallet/ltc-price': 30 }],
  [
    'nova',
    '/buy-robux',
    { '/api/wallet': 30, '/api/roblox-accounts/aggregated': 5, '/api/pre-orders/live': 5 },
  ],
  ['sela', '/robux-dashboard', { '/api/wallet': 30, '/api/roblox-accounts/aggregated': 5 }],
] as const;

test.each(POLLS)(
  '%s at %s, idle for a minute, asks only what the requirements name, and is told that nothing is new',
  async (who, path, polls) => {
    const { page, close } = await comeAs(who, '/nowhere');
    await page.clock.install();
    const told = who && page.waitForResponse((response) => nameOf(response) === '/api/events');
    await page.goto(product.origin + path);
    await contentArrived(page);
    await told;
    await page.clock.pauseAt(Date.now() + 60_000);
    const answered = noteAnswered(page);
    // what a page did by itself until the stream of changes was open is over
    await runFor(page, 31, answered);
    const asked: Record<string, number> = {};
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      asked[pathname] = (asked[pathname] ?? 0) + 1;
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const pathOf = new Map<string, string>();
    const anew = new Set<string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      pathOf.set(requestId, new URL(request.url).pathname);
    });
    session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (statusCode !== 304) anew.add(pathOf.get(requestId) ?? requestId);
    });
    await runFor(page, 60, answered);
    expect(Object.keys(asked).sort(), JSON.stringify(asked)).toEqual(Object.keys(polls).sort());
    for (const [poll, everyS] of Object.entries(polls)) {
      expect(Math.abs(asked[poll]! - 60 / everyS), `${poll}: ${asked[poll]}`).toBeLessThanOrEqual(1);
    }
    // each round of prices has a time of its own
    anew.delete('/api/wallet/ltc-price');
    expect([...anew]).toEqual([]);
    await close();
  },
);

/** Lets the page's clock run, a second at a time, and each time until all that was asked for is answered: what waits is not asked for again. */
async function runFor(page: Page, seconds: number, answered: () => Promise<void>): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await page.clock.runFor(1_000);
    await answered();
  }
}

/** Waits until nothing that the page asked for from here on is in progress. */
function noteAnswered(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return () => expect.poll(() => underWay.size, { interval: 5 }).toBe(0);
}
