import { readFileSync } from 'node:fs';
import { accessibilityViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/stories.ts';

/** The business figures of the owner panel. The demo world has completed orders and withdrawals. */

test('an owner sees the business over time, new users and returning buyers', { tag: '@S9.13' }, async ({
  as,
}) => {
  const { page, errors } = await as('otto', { path: '/admin#panel-business' });
  const business = page.getByRole('region', { name: 'Business' });
  const volume = business.getByRole('table', { name: 'Volume' });
  await expect(volume.getByRole('row')).toHaveCount(31);
  await expect(
    business.getByRole('table', { name: 'Revenue' }).getByText('withdrawals').first(),
  ).toBeAttached();
  const lines = business.getByRole('region', { name: 'From revenue to margin' });
  await expect(lines.getByRole('row', { name: /^Withdrawal fees \$\d/ })).toBeVisible();
  await expect(lines.getByRole('row', { name: /^Margin / })).toBeVisible();

  await business.getByRole('button', { name: '13 weeks' }).click();
  await expect(volume.getByRole('row')).toHaveCount(14);
  expect(new URL(page.url()).searchParams.get('business-range')).toBe('13w');
  const download = page.waitForEvent('download');
  await business.getByRole('link', { name: 'Export CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(csv).toHaveLength(14);

  const people = business.getByRole('region', { name: 'New users' });
  await expect(people.getByRole('row', { name: /^Ordered again/ })).toBeVisible();
  const cohorts = business.getByRole('region', { name: 'Returning buyers' }).getByRole('table');
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  await expect(cohorts.getByRole('row', { name: month.format(new Date()) })).toContainText('%');
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
});
