import fc from 'fast-check';

const one = fc.nat({ max: 1 });
const any = fc.nat({ max: 99 });
const percent = fc.integer({ min: 1, max: 100 });
/** Tenths of an LTC. 0 stands for 0.01 LTC, which is below the minimum deposit. */
const tenths = fc.oneof(fc.nat({ max: 11 }), fc.nat({ max: 150 }));
const dying = fc.option(fc.nat({ max: 12 }), { freq: 3 });

/** Possible steps, with their weights and random fields. */
const SHAPES = {
  deposit: often(4, {
    buyer: one,
    tenths: fc.array(tenths, { minLength: 1, maxLength: 3 }),
    again: fc.boolean(),
  }),
  pegOut: often(1, { buyer: one, tenths }),
  capital: often(1, { tenths }),
  mine: often(6, { blocks: fc.integer({ min: 1, max: 8 }) }),
  coinbase: often(1, { buyer: one }),
  reorganise: often(5, { depth: fc.integer({ min: 1, max: 8 }), drop: fc.option(any, { freq: 2 }) }),
  rival: often(2, { coin: any }),
  follow: often(5, { restarted: fc.boolean(), dies: dying }),
  pay: often(5, { dies: dying, broadcast: fc.constantFrom('well', 'well', 'lost', 'unheard') }),
  sweep: often(2, { dies: dying, broadcast: fc.constantFrom('well', 'lost', 'unheard') }),
  keep: often(2, { dies: dying, broadcast: fc.constantFrom('well', 'lost', 'unheard') }),
  kill: often(3, {
    round: fc.constantFrom('follow', 'pay', 'keep'),
    statements: fc.oneof(fc.nat({ max: 15 }), fc.nat({ max: 120 })),
  }),
  /** Seconds by which the process's clock is wrong from now on. */
  clock: often(1, { wrongBy: fc.constantFrom(0, 90, -90, 7_200, -7_200, 90_000, -90_000) }),
  backup: often(2, {}),
  gossip: often(1, {}),
  restore: often(1, { hasJournal: fc.boolean() }),
  allAtOnce: often(2, { blocks: fc.nat({ max: 3 }) }),
  order: often(3, { buyer: one, percent }),
  sale: often(6, { buyer: one, percent }),
  completeOrder: often(3, { order: any }),
  failOrder: often(1, { order: any }),
  reassign: often(1, { order: any }),
  preOrder: often(1, { buyer: one, percent, rate: fc.integer({ min: 1, max: 6 }) }),
  trade: often(2, { buyer: one, seller: one, percent }),
  stepTrade: often(4, {
    trade: any,
    step: fc.constantFrom('deliver', 'confirm', 'dispute', 'cancel', 'seller', 'buyer'),
  }),
  withdraw: often(8, { seller: one, percent }),
  failWithdrawal: often(1, { withdrawal: any }),
  rule: often(2, { review: any, decision: fc.constantFrom('approve', 'reject') }),
  price: often(2, {
    percent: fc.oneof(fc.integer({ min: 95, max: 105 }), fc.integer({ min: 60, max: 140 })),
  }),
  priceByHand: often(1, { percent: fc.integer({ min: 80, max: 120 }) }),
  outage: often(1, {}),
  loneNode: often(1, {}),
  stop: often(1, {}),
  calm: often(5, {}),
  reviewing: often(1, { overUsd: fc.constantFrom(null, 50) }),
};

function often<Fields>(weight: number, fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> }) {
  return { weight, arbitrary: fc.record(fields) as fc.Arbitrary<Fields> };
}
export type Kind = keyof typeof SHAPES;
/** The random fields of a kind of step. */
export type Taken<Of extends Kind> =
  (typeof SHAPES)[Of]['arbitrary'] extends fc.Arbitrary<infer Fields> ? Fields : never;
export type Step = { [Of in Kind]: { readonly do: Of } & Taken<Of> }[Kind];

export const step = fc.oneof(
  ...Object.entries(SHAPES).map(([name, { weight, arbitrary }]) => ({
    weight,
    arbitrary: (arbitrary as fc.Arbitrary<object>).map((taken) => ({ do: name, ...taken }) as Step),
  })),
);
