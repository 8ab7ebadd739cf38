import { friendlyMessage, REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';
import { expect, test } from 'vitest';
import { isTest, sources, textOf, within } from './repository.ts';

/** Refusals of the server with a message of their own: their code, the message as written, and the other options. */
const OWN_MESSAGE =
  /(?:refuse|new Refusal)\(\s*'(\w+)',\s*\{\s*message: (?:(?:text|phrase)\(\s*)?(['"`])(.*?)\2(.*?)\}\s*\);/gs;

/** Refusals of the server that name their code: the code, and their options. */
const BY_CODE = /(?:refuse|new Refusal)\(\s*'(\w+)'(.*?)\);/gs;

const server = sources.filter((file) => within(file, 'server/src') && !isTest(file));
const refusals = server.flatMap((file) =>
  [...textOf(file).matchAll(OWN_MESSAGE)].map(([, code, , message, rest]) => ({
    file,
    status: REFUSALS[code as RefusalCode][0],
    message: message!,
    others: rest!,
  })),
);

test('a reason that a friendly message replaces stands in the hint, or is about a field', () => {
  const replaced = refusals.filter(
    ({ status, message }) => friendlyMessage(status, message, 'code') !== message,
  );
  expect(replaced.length).toBeGreaterThan(2);
  const isRead = ({ message, others }: (typeof replaced)[number]) =>
    // people read the details where they name the field of a form
    /\bhint\b/.test(others) || (message.includes('${') && /\bdetails\b/.test(others));
  expect(replaced.filter((refusal) => !isRead(refusal)).map(({ file, message }) => [file, message])).toEqual(
    [],
  );
});

test('a reason in the table of refusals that a friendly message replaces stands in the hint', () => {
  // in a message of the table, a reason follows a colon
  const replaced = Object.entries(REFUSALS)
    .filter(
      ([, [status, message]]) =>
        message.includes(': ') && friendlyMessage(status, message, 'code') !== message,
    )
    .map(([code]) => code);
  const found = server.flatMap((file) =>
    [...textOf(file).matchAll(BY_CODE)]
      .filter(([, code]) => replaced.includes(code!))
      .map(([, code, options]) => ({ file, code: code!, options: options! })),
  );
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(replaced));
  expect(
    found.filter(({ options }) => !/\bhint\b/.test(options)).map(({ file, code }) => [file, code]),
  ).toEqual([]);
});
