import type { FoundPasses } from '@sterling/contract/gamepasses.ts';
import { expect, test } from 'vitest';
import { bestFirst, foundSummary } from './pass-finder.tsx';

const pass = (price: number) => ({ id: String(price), name: 'VIP', price, url: '', creatorName: 'Nova' });
const found = (over: Partial<FoundPasses>): FoundPasses => ({
  owner: 'Nova',
  passes: [],
  offSale: 0,
  isComplete: true,
  ...over,
});

test('passes at the amount of the order come first', () => {
  const prices = bestFirst([pass(500), pass(5_000), pass(1_000), pass(900)], 1_000).map(({ price }) => price);
  expect(prices).toEqual([1_000, 900, 500, 5_000]);
});

test.each([
  [found({ passes: [pass(1)] }), '1 gamepass on sale by Nova.'],
  [found({ owner: null, passes: [pass(1), pass(2)] }), '2 gamepasses on sale in this experience.'],
  [found({}), 'No gamepasses by Nova.'],
  [
    found({ offSale: 2 }),
    '2 gamepasses by Nova, but none is on sale. Put one on sale at exactly 1,000 Robux.',
  ],
  [found({ isComplete: false }), 'Roblox took too long. Try again.'],
  [
    found({ passes: [pass(1)], isComplete: false }),
    '1 gamepass on sale by Nova. There are more. If yours is missing, paste its link above.',
  ],
])('%j is summed up', (given, sentence) => {
  expect(foundSummary(given, 1_000)).toBe(sentence);
});
