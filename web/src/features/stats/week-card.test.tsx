import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Point } from '../../kit/charts/plot.ts';
import { WeekCard } from './week-card.tsx';

const weekOf = (earlier?: number): Point[] =>
  ['Mon', 'Tue'].map((day) => ({
    day,
    value: day === 'Mon' ? 0 : null,
    text: '$0.00',
    ...(earlier && { earlier: { value: earlier, text: `$${earlier}.00` } }),
  }));

const card = (points: Point[]) => (
  <WeekCard
    title="Revenue"
    what="Revenue"
    points={points}
    change={0}
    heightPx={250}
    emptyHeightPx={250}
    emptyTitle="No revenue data yet"
    formatAxis={String}
  />
);

test('S2.05 on a Monday without a sale, the chart of last week is there', async () => {
  await render(card(weekOf(5)));
  const table = page.getByRole('table', { name: 'Revenue' });
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent('Mon$0.00$5.00');
  await expect.element(page.getByText('No revenue data yet')).not.toBeInTheDocument();
});

test('S2.05 without a sale in two weeks, the card says so', async () => {
  await render(card(weekOf()));
  await expect.element(page.getByText('No revenue data yet')).toBeVisible();
});
