import { rate } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { sumMarket } from './market.tsx';

test('S4.01 the market counts its rates, accounts and Robux', () => {
  const rows = [
    {
      ratePerThousand: rate(315),
      accountCount: 2,
      sellerCount: 1,
      totalRobux: 12_500,
      largestOrder: 9000,
      instant: 9000,
      inParts: 12_500,
    },
    {
      ratePerThousand: rate(400),
      accountCount: 1,
      sellerCount: 1,
      totalRobux: 800,
      largestOrder: 800,
      instant: 0,
      inParts: 0,
    },
  ];
  expect(sumMarket(rows)).toEqual({ rates: 2, accounts: 3, robux: 13_300, largestOrder: 9000 });
  expect(sumMarket([])).toEqual({ rates: 0, accounts: 0, robux: 0, largestOrder: 0 });
});
