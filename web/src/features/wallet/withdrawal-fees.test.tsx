import { cents, ltcPrice } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { FeeBreakdown } from './withdrawal-fees.tsx';

test('S5.06 the fees of dollars that are worth more than all litecoin are shown without an amount of LTC', async () => {
  const breakdown = (amount: number) => (
    <FeeBreakdown amount={cents(amount)} isOwner={false} price={ltcPrice(8_500)} />
  );
  const screen = await render(breakdown(10_000));
  await expect.element(screen.getByText('$100.00 at $85.00 per LTC')).toBeVisible();
  await screen.rerender(breakdown(999_999_999_900));
  await expect.element(screen.getByText('$10,399,999,999.46')).toBeVisible();
  await expect.element(screen.getByText('per LTC', { exact: false })).not.toBeInTheDocument();
});
