import { litoshi } from '@sterling/contract/money.ts';
import { expect, test } from 'vitest';
import { canEnter, childFee } from './child.rules.ts';

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

test('a child may leave the smallest relayed output, pay the ceiling, and be the last of 25 transactions', () => {
  const fee = 10 * (141 + 110) - 141;
  expect(childFee([parent(141, 141)], litoshi(fee + 2_940), 10)).toBe(fee);
  expect(childFee([parent(141, 141)], litoshi(fee + 2_939), 10)).toBeNull();
  expect(childFee([parent(390, 0)], litoshi(150_000), 100)).toBe(50_000);
  expect(childFee([parent(391, 0)], litoshi(150_100), 100)).toBeNull();
  const chain = (length: number) => Array.from({ length }, () => parent(100, 0));
  expect(childFee(chain(24), litoshi(1e8), 10)).toBe(10 * (2_400 + 110));
  expect(childFee(chain(25), litoshi(1e8), 10)).toBeNull();
});

test('a mempool takes a chain only if each of its transactions pays the minimum', () => {
  expect(canEnter([parent(100, 150), parent(200, 900)], 1.5)).toBe(true);
  expect(canEnter([parent(100, 149), parent(200, 900)], 1.5)).toBe(false);
});
