import type { Locator } from '@playwright/test';
import { expect, test } from '../support/stories.ts';
import { overflowOf, PHONE, setTextSize, waitForContent } from '../support/visitor.ts';

/** Names in another script, the highest amounts and large text on a phone: nothing that matters is cut or out of its place. */

const LONG_HEBREW = `חרב ${'הזכוכית הגדולה '.repeat(5)}הסוף`;

test('a long right-to-left name is cut at its end, and begins its lines where others do', async ({ as }) => {
  const { page } = await as('nova', { size: PHONE, path: '/healthz' });
  await page.route('**/api/listings?*', async (route) => {
    const answer = await route.fetch();
    const listings = (await answer.json()) as object[];
    const names = { title: LONG_HEBREW, sellerName: LONG_HEBREW };
    await route.fulfill({ response: answer, json: listings.map((listing) => ({ ...listing, ...names })) });
  });
  await page.goto('/dashboard?section=marketplace');
  const names = page.locator('main li').first().getByText(LONG_HEBREW);
  await expect(names).toHaveCount(2);
  for (const name of await names.all()) {
    const { first, last, box, firstLine } = await endsOf(name);
    expect(first.left, 'the first letter').toBeGreaterThanOrEqual(box.left);
    expect(first.right, 'the first letter').toBeLessThanOrEqual(box.right + 1);
    expect(last.left < box.left || last.bottom > box.bottom, 'the last letter is cut').toBe(true);
    expect(firstLine.left, 'the left end of the first line').toBeLessThanOrEqual(box.left + 1);
  }
});

/** Where the first and the last letter of a text, its box and its first line are. */
const endsOf = (text: Locator) =>
  text.evaluate((element) => {
    const letterAt = (index: number) => {
      const range = document.createRange();
      range.setStart(element.firstChild!, index);
      range.setEnd(element.firstChild!, index + 1);
      return range.getBoundingClientRect().toJSON();
    };
    const all = document.createRange();
    all.selectNodeContents(element);
    return {
      first: letterAt(0),
      last: letterAt(element.textContent.length - 1),
      box: element.getBoundingClientRect().toJSON(),
      firstLine: all.getClientRects()[0]!.toJSON(),
    };
  });

test('beside the highest balance, the title of a phone shows whole words, and all of them', async ({
  as,
}) => {
  for (const language of ['es', 'pt-BR']) {
    const { page } = await as('nova', { size: PHONE, path: '/healthz', language });
    await page.route('**/api/wallet?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), balance: 9_999_999.99 } });
    });
    for (const section of ['marketplace', 'transactions', 'affiliate', 'rates']) {
      await page.goto(`/dashboard?section=${section}`);
      await expect(page.locator('header').getByText('9.999.999,99')).toBeVisible();
      const title = page.getByRole('heading', { level: 1 });
      expect(await brokenWords(title), `${section} in ${language}`).toEqual([]);
      const { lines, height } = await title.evaluate((h1) => ({
        lines: h1.scrollHeight,
        height: h1.clientHeight,
      }));
      expect(lines, `${section} in ${language}`).toBeLessThanOrEqual(height);
    }
  }
});

/** The words of a text that stand on two lines. */
const brokenWords = (text: Locator): Promise<string[]> =>
  text.evaluate((element) =>
    [...element.textContent.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(element.firstChild!, index);
      range.setEnd(element.firstChild!, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    }),
  );

test('with large text, the button that saves a field stands at its input', async ({ person, as }) => {
  await person('large-saver', 'seller');
  const { page } = await as('large-saver', { size: PHONE, path: '/wallet' });
  await waitForContent(page);
  await setTextSize(page, 32);
  const form = page.locator('form').filter({ has: page.getByLabel('Wait for new addresses') });
  const field = (await form.getByRole('textbox').boundingBox())!;
  const save = (await form.getByRole('button', { name: 'Save' }).boundingBox())!;
  expect(save.y - field.y - field.height).toBeLessThan(field.height / 2);
});

test('the longest user name fits a phone', async ({ as }) => {
  const { page } = await as('nova', { size: PHONE, path: '/healthz' });
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), username: 'w'.repeat(32) } });
  });
  for (const path of ['/role-selection', '/dashboard', '/reset']) {
    await page.goto(path);
    await waitForContent(page);
    expect(await overflowOf(page), `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  }
});
