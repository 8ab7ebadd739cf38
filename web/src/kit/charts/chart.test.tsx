import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ChartFigure } from './chart.tsx';
import type { Point } from './plot.ts';

const DAYS = ['Mon', 'Tue', 'Wed'];
const points = (earlier?: readonly number[]): Point[] =>
  DAYS.map((day, index) => ({
    day,
    value: index,
    text: `$${index}.00`,
    ...(earlier && { earlier: { value: earlier[index]!, text: `$${earlier[index]!}.00` } }),
  }));

const chart = (given: Point[], kind: 'area' | 'bars' = 'area') =>
  render(
    <ChartFigure
      title="Spent this week"
      kind={kind}
      what="Spent"
      points={given}
      heightPx={200}
      formatAxis={(value) => `$${value}`}
    />,
  );

const drawing = (of: Element) => expect.poll(() => of.querySelector('svg')).not.toBeNull();

test('S2.02 the week before is a faint line behind the area, and a table has the figures', async () => {
  const { container } = await chart(points([5, 6, 7]));
  await drawing(container);
  const line = container.querySelector('[data-earlier]');
  expect(line?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){2}$/);
  expect(Number(line?.getAttribute('opacity'))).toBeLessThan(1);
  const table = page.getByRole('table', { name: 'Spent this week' });
  await expect.element(table.getByRole('row').nth(3)).toHaveTextContent('Wed$2.00$7.00');
});

test('a week without one before has no faint line', async () => {
  const { container } = await chart(points());
  await drawing(container);
  expect(container.querySelector('[data-earlier]')).toBeNull();
});

test('each part of a bar has an outline, so that the faintest part can be seen', async () => {
  const parted = points().map((point) => ({ ...point, value: 6, parts: [3, 2, 1] }));
  const { container } = await chart(parted, 'bars');
  await drawing(container);
  const parts = [...container.querySelectorAll('rect[fill-opacity]')].slice(0, 3);
  expect(parts.map((part) => part.getAttribute('stroke'))).toEqual(Array(3).fill('var(--accent)'));
});

test('a chart takes no focus, so a press draws no rectangle', async () => {
  const { container } = await chart(points());
  await drawing(container);
  await userEvent.click(container.querySelector('svg')!);
  expect(document.activeElement).toBe(document.body);
  await userEvent.tab();
  expect(container.contains(document.activeElement)).toBe(false);
});
