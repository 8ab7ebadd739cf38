import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  ['=1+2', "'=1+2"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['＝1+2', "'＝1+2"],
  // a spreadsheet in Spanish or Portuguese begins a new cell after a semicolon
  ['crown;=1+2', "crown;'=1+2"],
  ['crown; "=1+2"', `"crown;' ""=1+2"""`],
  ['crown\t@SUM(A1)', "crown\t'@SUM(A1)"],
  ['one; two -3', 'one; two -3'],
  ['a=b', 'a=b'],
  ['Golden, "rare"', '"Golden, ""rare"""'],
  ['', ''],
])('the text %j becomes the cell %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test('amounts stay numbers, even below zero, and a missing value is empty', () => {
  expect(csvLine([-27.25, 0.29411764, null, 'x'])).toBe('-27.25,0.29411764,,x\r\n');
});
