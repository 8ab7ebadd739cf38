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

test('an amount tells its length, so that a large figure can fit its line', async () => {
  const screen = await render(<Usd cents={270_864_000 as Cents} />);
  const amount = screen.getByText('$2,708,640.00').element() as HTMLElement;
  expect(amount.style.getPropertyValue('--length')).toBe('13');
});
