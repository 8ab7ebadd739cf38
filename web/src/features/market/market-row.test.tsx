import type { AggregatedRate } from '@sterling/contract/market.ts';
import { rate } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { MarketRow } from './market.tsx';

const row = (cents: number, accountCount: number): AggregatedRate => ({
  ratePerThousand: rate(cents),
  accountCount,
  sellerCount: 2,
  totalRobux: 1_000,
  largestOrder: 1_000,
  instant: 1_000,
  inParts: 1_000,
});

test('S4.04 Active Sellers counts sellers once, and its note counts their accounts', async () => {
  const rows = [row(315, 4), row(400, 3)];
  const sellers = { data: 2, isError: false };
  const screen = await render(<MarketRow rows={rows} failed={false} sellers={sellers} />);
  await expect.element(screen.getByText('Active Sellers')).toBeVisible();
  await expect.element(screen.getByText('2', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('7 accounts', { exact: true })).toBeVisible();
});

test('S4.04 a number of sellers that cannot be loaded is a dash', async () => {
  const screen = await render(
    <MarketRow rows={[]} failed={false} sellers={{ data: undefined, isError: true }} />,
  );
  await expect.element(screen.getByText('–', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('0 R$', { exact: true })).toBeVisible();
});
