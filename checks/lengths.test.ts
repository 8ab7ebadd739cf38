import { expect, test } from 'vitest';
import { files, textOf } from './repository.ts';

/** Checks that files and functions are short. */

test('files are at most 250 lines long', () => {
  const long = files
    .map((file) => [file, textOf(file).split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 250);
  expect(long).toEqual([]);
});

/** Parameters, on one line or on several. */
const PARAMETERS = String.raw`\((?:[^\n]*|\n(?:\1 [^\n]*\n)+\1)\)`;
const TYPE = String.raw`(?:: [^\n]+)?`;
const ARROW = String.raw`(?:async )?(?:<[^\n]*>)?(?:\w+|${PARAMETERS}${TYPE}) => [{(]$[\s\S]*?^\1[})]`;

/** Functions as the formatter lays them out: the closing brace stands under the first letter. */
const TYPESCRIPT_FUNCTIONS = [
  String.raw`^( *)(?:export )?(?:default )?(?:async )?function\*? (\w+)[\s\S]*?^\1\}$`,
  String.raw`^( *)(?:export )?const (\w+)${TYPE} = ${ARROW};$`,
  String.raw`^( +)(\w+): ${ARROW},$`,
  // a method; a call that ends in a callback is none
  String.raw`^( +)(?:async )?(\w+)(?:<[^\n]*>)?(?![^\n]*=> \{$)${PARAMETERS}${TYPE} \{$[\s\S]*?^\1\},?$`,
].map((pattern) => new RegExp(pattern, 'gm'));
const SQL_FUNCTIONS = [/^create (?:function|procedure) (?<name>\w+)[\s\S]*?^\$\$;$/gm];

/** Names and lengths of the functions of a file. */
function functionsIn(file: string): { name: string; lines: number }[] {
  return (file.endsWith('.sql') ? SQL_FUNCTIONS : TYPESCRIPT_FUNCTIONS).flatMap((pattern) =>
    [...textOf(file).matchAll(pattern)].map((match) => ({
      name: `${file} ${match.groups?.name ?? match[2]}`,
      lines: match[0].split('\n').length,
    })),
  );
}

test('functions are at most 60 lines long, in SQL too', () => {
  const functions = files.filter((file) => /\.(tsx?|sql)$/.test(file)).flatMap(functionsIn);
  expect(functions.length).toBeGreaterThan(2_000);
  expect(functions.filter(({ lines }) => lines > 60)).toEqual([]);
});
