import { expect, test } from 'vitest';
import { plainMinute, plainWhole } from './formats.rules.ts';
import { inLanguage } from './language.ts';
import { toStore, translateStored, WITH_VALUES } from './stored-texts.rules.ts';

test('S9.15 stored texts are found again with their values, and sentence by sentence', () => {
  const paused = toStore(WITH_VALUES.payoutsPaused, { reason: 'the node has no peers' });
  expect(paused).toBe('Payouts are paused, because the node has no peers');
  const inSpanish = (text: string) => inLanguage('es', () => translateStored(text));
  expect(inSpanish(paused)).toBe('Los pagos están en pausa, porque el nodo no tiene pares');
  expect(inSpanish(toStore(WITH_VALUES.noSeller, { rate: '$3.00' }))).toMatch(/3,00\sUS\$/);
  expect(inSpanish('Invalid cookie. Written by staff')).toBe('Cookie no válida. Written by staff');
  expect(translateStored(paused)).toBe(paused);
});

const TXID = `${'ab'.repeat(32)}:1`;

test.each([
  [
    toStore(WITH_VALUES.coinDifference, { holder: 'the ledger', amount: '1.50000000', coin: TXID }),
    `solo el libro mayor tiene 1,50000000 LTC en ${TXID}`,
  ],
  [
    toStore(WITH_VALUES.bookDifference, {
      what: "an order's hold is not what its state says",
      subject: 'order 7 (a)',
      found: 0,
      expected: 250,
    }),
    'la retención de un pedido no es la que indica su estado: order 7 (a) (0 en vez de 250)',
  ],
  [
    toStore(WITH_VALUES.notSigned, {
      reason: toStore(WITH_VALUES.heldOtherCents, { held: 0, due: 2_500 }),
    }),
    'sin firmar: se retienen 0 centavos para él en vez de 2500',
  ],
  [
    toStore(WITH_VALUES.payoutsPaused, {
      reason: toStore(WITH_VALUES.heightsApart, { who: 'the second node', height: 5, ours: 9 }),
    }),
    'Los pagos están en pausa, porque el segundo nodo está en el bloque 5, el nodo en el 9',
  ],
  [
    toStore(WITH_VALUES.offSale, { robux: plainWhole(30_000) }),
    'El gamepass no está a la venta. Ponlo a la venta por 30.000 Robux y haz el pedido de nuevo',
  ],
  [
    "Your gamepass price (1,500 Robux) doesn't match the order amount (1000 Robux). Please adjust.",
    'El precio de tu gamepass (1.500 Robux) no coincide con la cantidad del pedido (1.000 Robux). Ajústalo.',
  ],
  [
    toStore(WITH_VALUES.firstWithdrawal, { time: plainMinute(new Date('2026-12-01T16:08:59Z')) }),
    'Primer retiro a una dirección nueva. Se enviará después del 1/12/26, 16:08 UTC',
  ],
  [toStore(WITH_VALUES.notApproved, { reason: 'Call us first' }), 'No se aprobó: Call us first'],
])('S9.15 stored with values: %s', (english, spanish) => {
  expect(inLanguage('es', () => translateStored(english))).toBe(spanish);
});
