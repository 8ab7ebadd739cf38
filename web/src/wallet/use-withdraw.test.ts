import { cents, ltcPrice } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../api.ts';
import { failureOf, presentFormIn, requestFor } from './use-withdraw.ts';

const wish = { amountCents: cents(2500), ltcAddress: 'ltc1q', price: ltcPrice(8500) };
const refused = (status: number, code: string, message: string, hint?: string) =>
  new ApiError(status, { code, message, ...(hint && { hint }) });

test('S5.06 the request contains the price on the screen', () => {
  const { body, key } = requestFor(null, wish);
  expect(body).toEqual({ amount: '25.00', ltcAddress: 'ltc1q', walletType: 'seller', price: 85 });
  expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
});

test('S5.07 a retry sends the same request, even after a price change', () => {
  const first = requestFor(null, wish);
  expect(requestFor(first, { ...wish, price: ltcPrice(8600) })).toBe(first);
});

test('S5.07 another amount or address is another withdrawal', () => {
  const first = requestFor(null, wish);
  for (const other of [{ amountCents: cents(2600) }, { ltcAddress: 'ltc1z' }]) {
    const next = requestFor(first, { ...wish, ...other });
    expect(next.key).not.toBe(first.key);
    expect(next.body).not.toEqual(first.body);
  }
});

test.each([
  [refused(0, 'network_error', 'Network error')],
  [refused(500, 'server_error', 'Server error')],
  [refused(502, 'bad_reply', 'Server error')],
  [new TypeError('anything')],
])('S5.07 after %s the result is unclear, so the attempt is kept', (error) => {
  expect(failureOf(error)).toMatchObject({ unclear: true });
  expect(failureOf(error).message).toContain('Trying again here pays nothing twice');
});

test('S5.06 a refusal shows the required text and its hint at its field', () => {
  expect(failureOf(refused(400, 'invalid_ltc_address', 'Invalid LTC address'))).toEqual({
    unclear: false,
    field: 'ltcAddress',
    message: 'Please enter a valid Litecoin address',
  });
  expect(
    failureOf(refused(409, 'insufficient_balance', 'Insufficient balance', 'You can withdraw $5.00.')),
  ).toEqual({
    unclear: false,
    field: 'amount',
    message: 'Your balance is too low. You can withdraw $5.00.',
  });
  expect(failureOf(refused(503, 'service_unavailable', 'Service unavailable'))).toEqual({
    unclear: false,
    message: 'Service is temporarily down',
  });
});

test('a price change has its own message', () => {
  expect(failureOf(refused(409, 'price_mismatch', 'Price mismatch', 'The price is now $86.00.'))).toEqual({
    unclear: false,
    message: 'The LTC price has moved. The price is now $86.00. Please look again and confirm.',
  });
});

test('rare day 19: an old address that Bitcoin uses too is confirmed in its present form, as a new attempt', () => {
  const canonical = 'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9';
  const body = { code: 'address_ambiguous', message: 'Invalid LTC address', details: { canonical } };
  expect(presentFormIn(new ApiError(409, body))).toBe(canonical);
  expect(presentFormIn(refused(400, 'invalid_ltc_address', 'Invalid LTC address'))).toBeNull();
  const first = requestFor(null, { ...wish, ltcAddress: '3PQXr1pxwQ3xGrpaxFEwqbeCfMYPPtqyjT' });
  expect(requestFor(first, { ...wish, ltcAddress: canonical }).key).not.toBe(first.key);
});
