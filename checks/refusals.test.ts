import { friendlyMessage, REFUSALS, type RefusalCode } from '@sterling/contract/errors.ts';
import { expect, test } from 'vitest';
import { isTest, sources, textOf, within } from './repository.ts';

/** Refusals of the server with a message of their own: their code, the message as written, and the other options. */
const OWN_MESSAGE =
  /(?:refuse|new Refusal)\(\s*'(\w+)',\s*\{\s*message: (?:(?:text|phrase)\(\s*)?(['"`])(.*?)\2(.*?)\}\s*\);/gs;

const refusals = sources
  .filter((file) => within(file, 'server/src') && !isTest(file))
  .flatMap((file) =>
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
