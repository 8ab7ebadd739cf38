import { expect, test } from 'vitest';
import { hasLabel, plotOf, runsOf, scaleOf } from './plot.ts';

const point = (value: number | null) => ({ day: 'x', value, text: '' });

test('days without a value separate runs', () => {
  expect(runsOf([2, 3, null, 4, null].map(point))).toEqual([
    [
      [0, 2],
      [1, 3],
    ],
    [[3, 4]],
  ]);
  expect(runsOf([])).toEqual([]);
});

test('the pointer finds the point whose share of the axis it is in', () => {
  const plot = plotOf([1, 2, 3].map(point), { width: 368, height: 200, close: false, formatAxis: String });
  expect(plot.band).toBe(100);
  expect([0, 57, 155, 157, 900].map((x) => plot.indexAt(x))).toEqual([0, 0, 0, 1, 2]);
  expect(plotOf([], { width: 368, height: 200, close: false, formatAxis: String }).indexAt(100)).toBeNull();
});

test('long labels of an axis have more space, short ones always the same', () => {
  const leftOf = (label: string) =>
    plotOf([point(1)], { width: 368, height: 200, close: false, formatAxis: () => label }).left;
  expect(leftOf('$0')).toBe(leftOf('-$12.5K'));
  expect(leftOf('12,5 mil $')).toBeGreaterThan(leftOf('-$12.5K') + 15);
});

test.each([
  ['Nov 26', 5],
  ['26 de nov.', 3],
])('days such as %j have %i labels on a phone', (day, labels) => {
  const days = Array.from({ length: 30 }, () => ({ day }));
  const shown = days.filter((_, index) => hasLabel(index, days, { left: 56, right: 318 }));
  expect(shown).toHaveLength(labels);
  expect(hasLabel(29, days, { left: 56, right: 318 })).toBe(true);
});

test.each([
  [[0, 0], false, [0, 1]],
  [[3, 18, 7], false, [0, 5, 10, 15, 20]],
  [[12_500, 700], false, [0, 5_000, 10_000, 15_000]],
  [[2.45, 3.15], true, [2.4, 2.6, 2.8, 3, 3.2]],
  [[2.5], true, [2, 3]],
  [[], false, [0, 1]],
  [[-3, 12], false, [-5, 0, 5, 10, 15]],
] as const)('ticks for %j (close: %s)', (values, close, ticks) => {
  expect(scaleOf([...values], close).ticks).toEqual(ticks);
});

test('a scale covers every value', () => {
  for (const values of [[0.01], [99.99, 1], [1_234_567, 3], [5, 5, 5], [-7, -2], [-40, 3]]) {
    for (const close of [false, true]) {
      const { low, high } = scaleOf(values, close);
      expect(low).toBeLessThanOrEqual(Math.min(...values));
      expect(high).toBeGreaterThanOrEqual(Math.max(...values));
    }
  }
});
