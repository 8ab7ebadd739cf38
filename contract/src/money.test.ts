import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  averageRate,
  cents,
  centsOfLitoshi,
  dollarsOf,
  dollarText,
  type FeeTier,
  isPlausiblePrice,
  isRate,
  listingTotal,
  litoshi,
  litoshiOfCents,
  ltcOf,
  ltcPrice,
  MAX_LISTING_CENTS,
  marketplaceFee,
  minimumTransfer,
  orderTotal,
  parseDecimal,
  rate,
  receivedAfterPlatformFee,
  robux,
  withdrawalFees,
} from './money.ts';

describe('S4.12 order total', () => {
  test.each([
    [1000, 350, 350],
    [100, 100, 10],
    [150, 333, 50], // 49.95 cents
    [101, 250, 25], // 25.25
    [102, 250, 26], // 25.5 is rounded up
    [1_000_000, 600, 600_000],
  ])('%i Robux at %i cents per 1000 cost %i cents', (amount, at, total) => {
    expect(orderTotal(robux(amount), rate(at))).toBe(total);
  });

  test('differs from the exact amount by at most half a cent, and is at least one cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 600 }), (amount, at) => {
        const total = orderTotal(robux(amount), rate(at));
        const exact = BigInt(amount) * BigInt(at);
        const difference = BigInt(total) * 1000n - exact;
        return total >= 1 && (total === 1 || (difference <= 500n && difference > -500n));
      }),
    );
  });
});

describe('S5.05 withdrawal fees', () => {
  test.each<[number, boolean, FeeTier['name'], number]>([
    [999, false, 'Below Minimum', 0],
    [1000, false, 'Small', 80],
    [2499, false, 'Small', 200], // 199.92
    [2500, false, 'Medium', 175],
    [4999, false, 'Medium', 350], // 349.93
    [5000, false, 'Large', 300],
    [9999, false, 'Large', 600], // 599.94
    [10_000, false, 'Extra Large', 400],
    [99, true, 'Below Minimum', 0],
    [100, true, 'Owner Rate', 0],
    [50_000, true, 'Owner Rate', 0],
  ])('%i cents (owner: %s) are in tier %s and cost %i', (amount, isOwner, tier, fee) => {
    const quote = withdrawalFees(cents(amount), isOwner);
    expect(quote.tier.name).toBe(tier);
    expect(quote.percentageFee).toBe(fee);
    expect(quote.totalDeducted).toBe(amount + fee + 50);
  });

  test('the minimum is $10, and $1 for owners', () => {
    expect([minimumTransfer(false), minimumTransfer(true)]).toEqual([1000, 100]);
  });
});

describe('LTC and dollars', () => {
  test('a deposit is rounded down to a cent, even when the intermediate product exceeds the safe integers', () => {
    expect(centsOfLitoshi(litoshi(100_000_000), ltcPrice(8500))).toBe(8500);
    expect(centsOfLitoshi(litoshi(11_764_705), ltcPrice(8500))).toBe(999);
    expect(centsOfLitoshi(litoshi(8_400_000_000_000_000), ltcPrice(8501))).toBe(714_084_000_000);
  });

  test('a withdrawal is rounded down to a litoshi', () => {
    expect(litoshiOfCents(cents(1_000), ltcPrice(8_500))).toBe(11_764_705);
    expect(litoshiOfCents(cents(90_000_000), ltcPrice(100))).toBe(90_000_000_000_000);
  });

  test('a plausible price is from $1 to $10,000', () => {
    expect([99, 100, 1_000_000, 1_000_001].map(isPlausiblePrice)).toEqual([false, true, true, false]);
  });

  test('converting dollars to LTC and back never gains a cent', () => {
    const prices = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), prices, (amount, price) => {
        return centsOfLitoshi(litoshiOfCents(cents(amount), ltcPrice(price)), ltcPrice(price)) <= amount;
      }),
    );
  });

  test('LTC on the wire is exact to the litoshi, up to 67 million LTC', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6_700_000_000_000_000 }), (amount) => {
        return parseDecimal(ltcOf(litoshi(amount)), 8) === amount;
      }),
    );
  });
});

test('a rate is from $1 to $6', () => {
  expect([99, 100, 600, 601].map(isRate)).toEqual([false, true, true, false]);
});

test('a listing costs quantity times price, up to a maximum', () => {
  expect(listingTotal(3, cents(500))).toBe(1_500);
  expect(listingTotal(1, MAX_LISTING_CENTS)).toBe(MAX_LISTING_CENTS);
  expect([listingTotal(1, cents(MAX_LISTING_CENTS + 1)), listingTotal(2, MAX_LISTING_CENTS)]).toEqual([
    null,
    null,
  ]);
});

test('the fee on a listing is rounded half up, for every percentage with one decimal', () => {
  expect([9, 10, 500].map((total) => marketplaceFee(cents(total), 5))).toEqual([0, 1, 25]);
  for (let tenths = 0; tenths <= 1_000; tenths += 1)
    expect(marketplaceFee(cents(100_000), tenths / 10)).toBe(tenths * 100);
});

test('cents as dollars', () => {
  expect([dollarsOf(cents(350)), dollarText(cents(350)), dollarText(cents(5))]).toEqual([
    3.5,
    '3.50',
    '0.05',
  ]);
});

test('a creator receives 70 percent, rounded down', () => {
  expect([27, 143, 700, 1000].map((price) => receivedAfterPlatformFee(robux(price)))).toEqual([
    18, 100, 490, 700,
  ]);
});

describe('decimals in requests', () => {
  test.each([
    [12.5, 1250],
    ['12.50', 1250],
    ['12.500', null],
    ['1.000', null],
    ['0.0', 0],
    ['0', 0],
    ['-0', 0],
    ['-3.10', -310],
    [0.07, 7],
    [1e-7, null],
    ['12.345', null],
    [12.345, null],
    ['1e2', null],
    ['0x10', null],
    ['+1', null],
    [' 1', null],
    ['1,000', null],
    ['', null],
    ['.5', null],
    ['99999999999999999999', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e21, null],
  ])('%s is %s cents', (given, units) => {
    expect(parseDecimal(given, 2)).toBe(units);
  });
});

test('an average rate is in cents per 1,000 Robux, rounded half up, and null while nothing was traded', () => {
  const rates = [
    [0, 0],
    [1_000, 650],
    // 641.0256…, 632.5 and 632.49…
    [1_950, 1_250],
    [2_000, 1_265],
    [200_100, 126_563],
  ].map(([sold, paid]) => averageRate(robux(sold!), cents(paid!)));
  expect(rates).toEqual([null, 650, 641, 633, 632]);
});
