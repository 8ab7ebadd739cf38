import { litoshi } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { childFee } from './child.rules.ts';

const parent = (vbytes: number, fee: number) => ({ vbytes, fee: litoshi(fee) });

test('a child pays exactly the fee that its parents lack', () => {
  // the child itself is 110 virtual bytes
  expect(childFee([parent(141, 141)], litoshi(1e8), 10)).toBe(10 * (141 + 110) - 141);
  expect(childFee([parent(141, 141), parent(200, 400)], litoshi(1e8), 10)).toBe(10 * (341 + 110) - 541);
});

test('there is no child when the parents pay enough, or when it would cost too much', () => {
  expect(childFee([parent(141, 1_410)], litoshi(1e8), 10)).toBeNull();
  expect(childFee([parent(141, 141)], litoshi(5_000), 10)).toBeNull();
  expect(childFee([parent(20_000, 0)], litoshi(1e8), 100)).toBeNull();
});
