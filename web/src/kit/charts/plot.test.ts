import { expect, test } from 'vitest';
import { plotOf, runsOf } from './plot.ts';

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
  const plot = plotOf([1, 2, 3].map(point), { width: 368, height: 200, close: false });
  expect(plot.band).toBe(100);
  expect([0, 57, 155, 157, 900].map((x) => plot.indexAt(x))).toEqual([0, 0, 0, 1, 2]);
  expect(plotOf([], { width: 368, height: 200, close: false }).indexAt(100)).toBeNull();
});
