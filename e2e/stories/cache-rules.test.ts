import type { Page, Request } from '@playwright/test';
import { replaceAnswers } from '../support/answers.ts';
import { test as base, expect } from '../support/stories.ts';
import { waitForContent } from '../support/visitor.ts';

/** The required cache rules: which requests a page sends and when it repeats them. The tests control the page's clock. */

interface Recorded {
  readonly page: Page;
  /** The page's API requests since it was open. */
  readonly requests: readonly Request[];
}

/** `openRecorded` opens a page as cara with a controlled clock. */
const test = base.extend<{ openRecorded: (path: string) => Promise<Recorded> }>({
  openRecorded: async ({ as, person }, use) => {
    await person('cara', 'buyer');
    await use(async (path) => {
      const { page } = await as('cara', { path: '/healthz' });
      await page.clock.install();
      // without the event stream, pages poll instead, so wait until it is open
      const streaming = path === '/role-selection' ? null : page.waitForResponse('**/api/events');
      await page.goto(path);
      await streaming;
      await waitForContent(page);
      const requests: Request[] = [];
      page.on('request', (request) => {
        if (pathOf(request).startsWith('/api/')) requests.push(request);
      });
      return { page, requests };
    });
  },
});

const pathOf = (request: Request): string => new URL(request.url()).pathname;

test('data does not go stale, focus causes no request, and only polls repeat', { tag: '@S8.05' }, async ({
  openRecorded,
}) => {
  const { page, requests } = await openRecorded('/dashboard?section=marketplace');
  for (let minute = 0; minute < 6; minute += 1) {
    const polled = page.waitForResponse('**/api/wallet?**');
    await page.clock.runFor(60_000);
    await polled;
  }
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });
  // the next section's requests prove that earlier ones have been sent
  const next = Promise.all(
    ['notifications', 'webhooks'].map((noun) => page.waitForRequest(`**/api/${noun}`)),
  );
  await page.getByRole('link', { name: 'Discord', exact: true }).click();
  await next;
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible();
  const paths = requests.map(pathOf);
  expect(new Set(paths)).toEqual(new Set(['/api/wallet', '/api/notifications', '/api/webhooks']));
});

test('a failed request is not retried automatically', { tag: '@S8.05' }, async ({ openRecorded }) => {
  const { page, requests } = await openRecorded('/dashboard?section=affiliate');
  const restore = await replaceAnswers(page, '**/api/listings**', 500);
  await page.getByRole('link', { name: 'Marketplace', exact: true }).click();
  const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.clock.runFor(360_000);
  const times = () => requests.filter((request) => pathOf(request) === '/api/listings').length;
  expect(times()).toBe(1);
  restore();
  await retry.click();
  await expect(
    page
      .getByText('No listings available matching your criteria')
      .or(page.getByRole('list', { name: 'Listings' })),
  ).toBeVisible();
  expect(times()).toBe(2);
});

test('every call has the session cookie, and a JSON body only with a payload', { tag: '@S8.05' }, async ({
  openRecorded,
}) => {
  const { page } = await openRecorded('/role-selection');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: /Become a Buyer/ }).click();
  const put = await saved;
  expect(put.postData()).toBe('{"role":"buyer"}');
  expect(await put.headerValue('content-type')).toBe('application/json');
  await page.waitForURL('**/dashboard');
  const left = page.waitForRequest('**/api/auth/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  const post = await left;
  expect(post.method()).toBe('POST');
  expect(post.postData()).toBeNull();
  expect(await post.headerValue('content-type')).toBeNull();
  for (const request of [put, post]) expect(await request.headerValue('cookie')).toMatch(/\bsterling\S*=\S/);
});

test('a 401 shows a message in its place and reads the user again, and the balance shows 0', {
  tag: '@S8.05',
}, async ({ openRecorded }) => {
  const unauthenticated = {
    status: 401,
    json: { message: 'Authentication required', code: 'authentication_required' },
  };
  const { page } = await openRecorded('/dashboard?section=affiliate');
  await page.route('**/api/listings**', (route) => route.fulfill(unauthenticated));
  const lookedUp = page.waitForResponse('**/api/auth/user');
  await page.getByRole('link', { name: 'Marketplace', exact: true }).click();
  await expect(page.getByRole('main').getByText('Please log in to continue')).toBeVisible();
  expect((await lookedUp).status()).toBe(200);
  await page.route('**/api/wallet?**', (route) => route.fulfill(unauthenticated));
  await page.goto('/dashboard?section=affiliate');
  await expect(page.getByRole('link', { name: /Wallet balance/ }).getByText('$0.00')).toBeVisible();
  await expect(page.getByText('Please log in to continue')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});
