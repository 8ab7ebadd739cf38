import { expect, test } from 'vitest';
import { plainFigure, utc, utcDay } from './formats.rules.ts';
import { inLanguage } from './language.ts';

test('S9.15 a searched amount is found as its language writes it', () => {
  expect(plainFigure('1,234.50')).toBe('1,234.50');
  const inSpanish = (search: string) => inLanguage('es', () => plainFigure(search));
  expect(['1.234,50 US$', '12,5', '1234,50', '12.50', 'Ring'].map(inSpanish)).toEqual([
    '1234.50',
    '12.5',
    '1234.50',
    '12.50',
    'Ring',
  ]);
  expect(inLanguage('pt-BR', () => plainFigure('US$ 1.234,50'))).toBe('1234.50');
});

test('S9.15 times are in the order of the language', () => {
  const at = new Date('2026-03-04T17:07:00Z');
  expect([utc(at), utcDay(at)]).toEqual(['2026-03-04 17:07 UTC', '2026-03-04']);
  expect(inLanguage('es', () => [utc(at), utcDay(at)])).toEqual(['4/3/26, 17:07 UTC', '4/3/26']);
});
