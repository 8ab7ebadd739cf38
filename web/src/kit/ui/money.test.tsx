import type { Cents } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Change, Usd } from './money.tsx';

test.each([
  ['pending', '+$25.00', false],
  ['processing', '+$25.00', false],
  ['completed', '+$25.00', true],
  ['failed', '$25.00', false],
])(
  'incoming money that is %s reads %s, and is green only when it has arrived',
  async (status, text, isGreen) => {
    const screen = await render(<Change direction="in" cents={2_500 as Cents} status={status} />);
    const amount = screen.getByText(text, { exact: true });
    await expect.element(amount).toBeVisible();
    expect(amount.element().classList.contains('text-good')).toBe(isGreen);
  },
);

test('a phone shows seven-figure dollars in the smallest text, so that a stat card keeps them in one line', async () => {
  const screen = await render(
    [99_999_999, 270_864_000].map((cents) => <Usd key={cents} cents={cents as Cents} />),
  );
  const isLonger = (text: string) => screen.getByText(text).element().hasAttribute('data-longer');
  expect([isLonger('$999,999.99'), isLonger('$2,708,640.00')]).toEqual([false, true]);
});
