import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addedCents,
  type Governed,
  type Offer,
  rateOf,
  type Terms,
  wantedRates,
} from './price-rules.rules.ts';
import { sentenceOf } from './reasons.rules.ts';

const NOON = new Date('2026-03-01T12:00:00Z');
const terms = (over: Partial<Terms> = {}): Terms => ({
  floorCents: 200,
  ceilingCents: 500,
  belowCents: 1,
  baseCents: null,
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
  timeZone: 'UTC',
  ...over,
});
const base = (baseCents: number, over: Partial<Terms> = {}) =>
  terms({ belowCents: null, baseCents, ...over });
const account = (ownerId: string, own: Terms, over: Partial<Governed> = {}): Governed => ({
  id: `account of ${ownerId}`,
  ownerId,
  terms: own,
  robux: 10_000,
  isOffered: true,
  ...over,
});
const offer = (ownerId: string, rateCents: number): Offer => ({ ownerId, rateCents });
const rates = (accounts: Governed[], offers: Offer[] = [], now = NOON) =>
  wantedRates(accounts, offers, now).map(({ rateCents }) => rateCents);
const reason = (one: Governed, offers: Offer[] = []) => {
  const [wanted] = wantedRates([one], offers, NOON);
  return sentenceOf(wanted!.why, wanted!.isPaused);
};

describe('S9.06 following', () => {
  test('stays below the lowest rate of other sellers, and matches it with 0 cents', () => {
    const market = [offer('ben', 340), offer('cleo', 360)];
    expect(rates([account('ann', terms({ belowCents: 2 }))], market)).toEqual([338]);
    expect(rates([account('ann', terms({ belowCents: 0 }))], market)).toEqual([340]);
    const stepped = terms({ stockSteps: [{ fromRobux: 1_000, cents: 5 }] });
    expect(rates([account('ann', stepped)], market)).toEqual([344]);
  });

  test('does not follow its own owner’s accounts, with or without a rule', () => {
    const own = [account('ann', terms()), account('ann', base(210), { id: 'other' })];
    expect(rates(own, [offer('ann', 205), offer('ben', 340)])).toEqual([339, 210]);
  });

  test('keeps to floor, ceiling and the limits of all rates', () => {
    expect(rates([account('ann', terms())], [offer('ben', 150)])).toEqual([200]);
    expect(rates([account('ann', terms())], [offer('ben', 600)])).toEqual([500]);
    expect(rates([account('ann', terms({ floorCents: 100 }))], [offer('ben', 100)])).toEqual([100]);
  });

  test('takes the ceiling if no other seller has stock', () => {
    const one = account('ann', terms());
    expect(rates([one], [offer('ann', 300)])).toEqual([500]);
    expect(reason(one)).toBe('No other seller has stock. Your ceiling is $5.00.');
  });

  test('ignores accounts that cannot sell', () => {
    const idle = account('ben', base(220), { isOffered: false });
    expect(rates([account('ann', terms()), idle], [offer('cleo', 400)])).toEqual([399, 220]);
  });

  test('pauses while it needs a rate below the floor, and the paused account still counts at its floor', () => {
    const ann = account('ann', terms({ floorCents: 300, pausesBelowFloor: true }));
    const ben = account('ben', terms({ floorCents: 250 }));
    const [first, second] = wantedRates([ann, ben], [], NOON);
    expect(first).toMatchObject({ rateCents: 300, isPaused: true });
    expect(second).toMatchObject({ rateCents: 299, isPaused: false });
    expect(wantedRates([ann], [offer('ben', 301)], NOON)[0]).toMatchObject({
      rateCents: 300,
      isPaused: false,
    });
    expect(reason(ann, [offer('ben', 250)])).toBe(
      'The lowest rate of other sellers is $2.50, less 1 cent. That is below your floor of $3.00, so the account is paused.',
    );
  });
});

describe('S9.06 steps', () => {
  const stepped = base(300, {
    stockSteps: [
      { fromRobux: 50_000, cents: -20 },
      { fromRobux: 1_000, cents: 5 },
    ],
    dayTimes: [
      { from: '22:00', to: '06:00', cents: -30 },
      { from: '05:00', to: '12:00', cents: 7 },
    ],
    timeZone: 'Europe/Berlin',
  });
  const at = (time: string) => new Date(`2026-07-01T${time}:00Z`);

  test('the highest stock step that the account reaches counts', () => {
    const owning = (robux: number) => rates([account('ann', stepped, { robux })], [], at('14:00'));
    expect([999, 1_000, 49_999, 50_000].map(owning)).toEqual([[300], [305], [305], [280]]);
  });

  test('times of day apply in the rule’s zone, over midnight, and add up', () => {
    const then = (time: string) => rates([account('ann', stepped, { robux: 1 })], [], at(time))[0];
    // Berlin is two hours ahead of UTC in summer
    expect(
      ['19:59', '20:00', '23:30', '02:59', '03:00', '03:59', '04:00', '09:59', '10:00'].map(then),
    ).toEqual([300, 270, 270, 270, 277, 277, 307, 307, 300]);
  });

  test('the reason names each part', () => {
    const equal = base(300, { floorCents: 300, ceilingCents: 300 });
    expect(reason(account('ann', equal))).toBe('The base rate is $3.00.');
    const all = { ...stepped, timeZone: 'America/New_York', ceilingCents: 302 };
    expect(reason(account('ann', all, { robux: 2_000 }))).toBe(
      'The base rate is $3.00. 5 cents more from 1,000 Robux on. 7 cents more at this time of day. Your ceiling is $3.02.',
    );
  });
});

const ROBUX = fc.constantFrom(0, 100, 5_000, 90_000);
const CENTS = fc.integer({ min: -300, max: 300 });
const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    limits: fc.tuple(fc.integer({ min: 100, max: 600 }), fc.integer({ min: 100, max: 600 })),
    start: fc.oneof(
      fc.record({ belowCents: fc.integer({ min: 0, max: 60 }), pausesBelowFloor: fc.boolean() }),
      fc.record({ baseCents: fc.integer({ min: 100, max: 600 }) }),
    ),
    stockSteps: fc.array(fc.record({ fromRobux: ROBUX, cents: CENTS }), { maxLength: 2 }),
    dayTimes: fc.array(
      fc.record({
        from: fc.constantFrom('00:00', '11:00', '12:00'),
        to: fc.constantFrom('06:00', '12:01'),
        cents: CENTS,
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ limits, start, ...rest }) => ({
    ...terms({ belowCents: null }),
    ...rest,
    ...start,
    floorCents: Math.min(...limits),
    ceilingCents: Math.max(...limits),
  }));

/** Accounts of some owners with few terms, so that several owners have the same, and offers of these and of other owners. */
const anyMarket = fc.array(anyTerms, { minLength: 1, maxLength: 4 }).chain((rules) =>
  fc.record({
    accounts: fc.array(
      fc
        .record({
          owner: fc.nat({ max: 6 }),
          rule: fc.nat({ max: rules.length - 1 }),
          robux: ROBUX,
          isOffered: fc.boolean(),
        })
        .map(({ owner, rule, ...rest }) => account(`owner ${owner}`, rules[rule]!, rest)),
      { minLength: 1, maxLength: 20 },
    ),
    offers: fc.array(
      fc
        .record({ owner: fc.nat({ max: 9 }), cents: fc.integer({ min: 100, max: 600 }) })
        .map(({ owner, cents }) => offer(`owner ${owner}`, cents)),
      { maxLength: 4 },
    ),
  }),
);

/** The lowest rate of other owners, if `accounts` have these rates. */
function lowestFor(
  { ownerId }: Governed,
  accounts: readonly Governed[],
  offers: readonly Offer[],
  ratesNow: readonly number[],
): number | null {
  const others = [
    ...offers.filter((each) => each.ownerId !== ownerId).map(({ rateCents }) => rateCents),
    ...ratesNow.filter((_rate, index) => {
      const other = accounts[index]!;
      return other.isOffered && other.ownerId !== ownerId;
    }),
  ];
  return others.length === 0 ? null : Math.min(...others);
}

/** Evaluates one account after another, each with the present rates of all others, until a whole round changes nothing. */
function loweredOneByOne(accounts: readonly Governed[], offers: readonly Offer[]): number[] {
  const now = accounts.map((each) => rateOf(each.terms, null, addedCents(each, NOON)));
  for (let isStable = false; !isStable; ) {
    isStable = true;
    for (const [index, each] of accounts.entries()) {
      const rate = rateOf(each.terms, lowestFor(each, accounts, offers, now), addedCents(each, NOON));
      if (rate !== now[index]) isStable = false;
      now[index] = rate;
    }
  }
  return now;
}

describe('S9.06 rules of several sellers', () => {
  test('become stable, within their bounds, in whatever order they are evaluated', () => {
    fc.assert(
      fc.property(anyMarket, fc.infiniteStream(fc.nat()), ({ accounts, offers }, order) => {
        const wanted = wantedRates(accounts, offers, NOON);
        for (const [index, { terms: own }] of accounts.entries()) {
          const { rateCents, isPaused } = wanted[index]!;
          expect(rateCents).toBeGreaterThanOrEqual(own.floorCents);
          expect(rateCents).toBeLessThanOrEqual(own.ceilingCents);
          if (isPaused) expect(rateCents).toBe(own.floorCents);
        }
        const shuffled = accounts
          .map((each, index) => ({ each, index, place: order.next().value }))
          .toSorted((a, b) => a.place - b.place);
        const lowered = loweredOneByOne(
          shuffled.map(({ each }) => each),
          offers,
        );
        expect(lowered).toEqual(shuffled.map(({ index }) => wanted[index]!.rateCents));
      }),
    );
  });

  test('agree on rates with which each rule is satisfied: evaluating any of them again changes nothing', () => {
    fc.assert(
      fc.property(anyMarket, ({ accounts, offers }) => {
        const wanted = wantedRates(accounts, offers, NOON);
        for (const [index, each] of accounts.entries()) {
          const ratesNow = wanted.map(({ rateCents }) => rateCents);
          const lowest = lowestFor(each, accounts, offers, ratesNow);
          expect(rateOf(each.terms, lowest, addedCents(each, NOON))).toBe(wanted[index]!.rateCents);
        }
      }),
    );
  });

  test('cost little with many accounts that undercut each other', () => {
    const sellers = Array.from({ length: 10_000 }, (_, n) =>
      account(`owner ${n}`, terms({ floorCents: 100 + (n % 7), ceilingCents: 600 })),
    );
    expect(new Set(rates(sellers))).toEqual(new Set([100, 101, 102, 103, 104, 105, 106]));
  });
});
