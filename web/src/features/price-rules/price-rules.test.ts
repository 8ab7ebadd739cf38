import { rate } from '@sterling/contract/money.ts';
import { type PriceRule, priceRules } from '@sterling/contract/price-rules.ts';
import { translateWith } from '@sterling/contract/texts.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { formatWhole } from '../../kit/format/format.ts';
import { bodyOf, draftOf, faultOf, linesOf, newDraft } from './price-rules.ts';

const RULE: PriceRule = {
  id: 'r',
  name: 'Below',
  isOn: true,
  floor: rate(300),
  ceiling: rate(450),
  belowCents: 1,
  baseRate: null,
  pausesBelowFloor: true,
  stockSteps: [{ fromRobux: 50_000, cents: -5 }],
  dayTimes: [{ from: '22:00', to: '06:00', cents: 10 }],
  timeZone: 'Europe/Berlin',
  accounts: 1,
  pausedAccounts: 0,
  createdAt: new Date('2026-01-01T00:00:00Z'),
};
const BASE: PriceRule = {
  ...RULE,
  belowCents: null,
  baseRate: rate(350),
  pausesBelowFloor: false,
  stockSteps: [],
  dayTimes: [],
};
const decoded = (draft: Parameters<typeof bodyOf>[0]) => z.parse(priceRules.add.body!, bodyOf(draft));

describe('the form of a price rule', () => {
  test.each([RULE, BASE])('a rule that is opened and saved stays as it is', (rule) => {
    const { id: _1, isOn: _2, accounts: _3, pausedAccounts: _4, createdAt: _5, ...terms } = rule;
    expect(decoded(draftOf(rule, []))).toEqual({ ...terms, accountIds: [] });
  });

  test.each(['en', 'es', 'pt-BR'] as const)('sends plain numbers in %s', (language) => {
    translateWith({ language: () => language, translationOf: () => undefined });
    const draft = draftOf(BASE, []);
    const steps = [{ fromRobux: formatWhole(50_000), cents: '-5' }];
    const body = bodyOf({ ...draft, stockSteps: steps });
    translateWith({ language: () => 'en', translationOf: () => undefined });
    expect(draft.floor).toBe(language === 'en' ? '3.00' : '3,00');
    expect(body).toMatchObject({ floor: '3.00', ceiling: '4.50', baseRate: '3.50' });
    expect(body.stockSteps).toEqual([{ fromRobux: '50000', cents: '-5' }]);
  });

  test('leaves out what belongs to the other start', () => {
    const draft = { ...draftOf(RULE, []), start: 'base' as const, baseRate: '3.5' };
    expect(bodyOf(draft)).toMatchObject({ belowCents: null, baseRate: '3.5', pausesBelowFloor: false });
  });

  test('takes thousands separators, and knows what the contract says against the whole', () => {
    const draft = { ...newDraft(), floor: '3', ceiling: '2' };
    expect(faultOf(draft, 'ceiling')).toBe('must not be below the floor');
    const steps = [
      { fromRobux: '50,000', cents: '1' },
      { fromRobux: '50000', cents: '2' },
    ];
    expect(bodyOf({ ...draft, stockSteps: steps }).stockSteps[0]!.fromRobux).toBe('50000');
    expect(faultOf({ ...draft, stockSteps: steps }, 'stockSteps')).toBe('must not name an amount twice');
    expect(faultOf({ ...draft, ceiling: '3' }, 'ceiling')).toBeUndefined();
  });
});

test('a rule in short lines', () => {
  expect(linesOf({ ...RULE, timeZone: 'Pacific/Apia' })).toEqual([
    '1 cent below the lowest rate',
    'Between $3.00 and $4.50, pauses below',
    '−5¢ from 50,000 R$; +10¢ from 10:00 PM to 6:00 AM',
    'Times are in Pacific/Apia',
  ]);
  expect(linesOf(BASE)).toEqual(['Starts from $3.50', 'Between $3.00 and $4.50']);
  expect(linesOf({ ...BASE, stockSteps: [{ fromRobux: 100, cents: 0 }] }).at(-1)).toBe('0¢ from 100 R$');
});
