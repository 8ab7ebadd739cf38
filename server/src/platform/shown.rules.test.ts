import { expect, test } from 'vitest';
import { inLanguage } from './language.ts';
import { plainFigure, stored, toStore, utc, utcDay, WITH_VALUES } from './shown.rules.ts';

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

test('S9.15 stored texts are found again with their values, and sentence by sentence', () => {
  const paused = toStore(WITH_VALUES.payoutsPaused, { reason: 'the node has no peers' });
  expect(paused).toBe('Payouts are paused, because the node has no peers');
  const inSpanish = (text: string) => inLanguage('es', () => stored(text));
  expect(inSpanish(paused)).toBe('Los pagos están en pausa, porque el nodo no tiene pares');
  expect(inSpanish(toStore(WITH_VALUES.noSeller, { rate: '$3.00' }))).toMatch(/3,00\sUS\$/);
  expect(inSpanish('Invalid cookie. Written by staff')).toBe('Cookie no válida. Written by staff');
  expect(stored(paused)).toBe(paused);
});
