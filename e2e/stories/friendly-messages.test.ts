import { expect, test } from '../support/stories.ts';

/** Friendly messages in the place of a list. errors.test.ts of the contract has all phrases and statuses. */
const CASES = [
  { status: 418, json: { error: 'We regret: INSUFFICIENT BALANCE!' }, shown: 'Your balance is too low' },
  { status: 404, json: { message: 'no such phrase' }, shown: "Can't find what you're looking for" },
  { status: 502, json: { message: 'no such phrase' }, shown: 'Server is having issues. Please try again' },
  { status: 418, json: { message: 'no such phrase' }, shown: 'no such phrase' },
  { status: 418, json: { message: 'x'.repeat(101) }, shown: 'Something went wrong. Please try again' },
];

test('a phrase of the server in any case, a status, and a long text each show a friendly message', {
  tag: '@S8.02',
}, async ({ as }) => {
  const { page } = await as('nova', { path: '/healthz' });
  let answer: (typeof CASES)[number] = CASES[0]!;
  await page.route('**/api/listings?**', (route) => route.fulfill(answer));
  await page.goto('/dashboard?section=marketplace');
  const alert = page.getByRole('alert');
  for (const one of CASES) {
    answer = one;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert.getByText(one.shown, { exact: true })).toBeVisible();
  }
});
