import { expect, test } from 'vitest';
import { hasLabel, plotOf, runsOf, scaleOf } from './plot.ts';

const SIZE = { width: 368, height: 200, startsNearLowest: false, formatAxis: String };
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
  const plot = plotOf([1, 2, 3].map(point), SIZE);
  expect(plot.band).toBe(100);
  expect([0, 57, 155, 157, 900].map((x) => plot.indexAt(x))).toEqual([0, 0, 0, 1, 2]);
  expect(plotOf([], SIZE).indexAt(100)).toBeNull();
});

test('long labels of an axis have more space, short ones always the same', () => {
  const leftOf = (label: string) => plotOf([point(1)], { ...SIZE, formatAxis: () => label }).left;
  expect(leftOf('$0')).toBe(leftOf('-$12.5K'));
  expect(leftOf('12,5 mil $')).toBeGreaterThan(leftOf('-$12.5K') + 15);
  expect(leftOf('2,00 US$')).toBeGreaterThanOrEqual(62);
  // 51 px wide, and a gap of 8
  expect(leftOf('300 US$')).toBeGreaterThanOrEqual(59);
});

/** Which days of a range have a label, if each day has this name. */
function labelsOf(day: string, count: number, width: number) {
  const days = Array.from({ length: count }, () => ({ day }));
  return days.flatMap((_, index) => (hasLabel(index, days, { band: width / count }) ? [index] : []));
}

test.each([
  ['Nov 26', 5],
  ['26 de nov.', 3],
])('days such as %j have %i labels on a phone', (day, labels) => {
  const shown = labelsOf(day, 30, 262);
  expect(shown).toHaveLength(labels);
  expect(shown.at(-1)).toBe(29);
});

test.each([
  ['Nov 26', 30, 38],
  ['26 de nov.', 30, 64],
  ['Nov 26', 7, 38],
  ['26 de nov.', 90, 64],
])('labels such as %j of %i days never come close to each other', (day, count, textPx) => {
  for (let width = 180; width <= 900; width += 1) {
    const [next = 0, last = 0] = labelsOf(day, count, width).slice(-2);
    const band = width / count;
    // the last label ends at the edge of the chart at the latest
    const lastPx = Math.min((last + 0.5) * band, width + 10 - textPx / 2);
    if (next !== last) expect(lastPx - (next + 0.5) * band - textPx).toBeGreaterThanOrEqual(12);
  }
});

test.each([240, 268, 600])('each weekday has a label in %i px', (width) => {
  expect(labelsOf('Wed', 7, width)).toHaveLength(7);
});

test.each([
  [[0, 0], false, [0, 1]],
  [[3, 18, 7], false, [0, 5, 10, 15, 20]],
  [[12_500, 700], false, [0, 5_000, 10_000, 15_000]],
  [[2.45, 3.15], true, [2.4, 2.6, 2.8, 3, 3.2]],
  [[2.5], true, [2, 3]],
  [[], false, [0, 1]],
  [[-3, 12], false, [-5, 0, 5, 10, 15]],
] as const)('ticks for %j (starts near the lowest: %s)', (values, startsNearLowest, ticks) => {
  expect(scaleOf([...values], startsNearLowest).ticks).toEqual(ticks);
});

test('a scale covers every value', () => {
  for (const values of [[0.01], [99.99, 1], [1_234_567, 3], [5, 5, 5], [-7, -2], [-40, 3]]) {
    for (const startsNearLowest of [false, true]) {
      const { low, high } = scaleOf(values, startsNearLowest);
      expect(low).toBeLessThanOrEqual(Math.min(...values));
      expect(high).toBeGreaterThanOrEqual(Math.max(...values));
    }
  }
});
