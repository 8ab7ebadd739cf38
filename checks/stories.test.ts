import { expect, test } from 'vitest';
import { files, textOf, within } from './repository.ts';

/** Checks that the browser stories stay apart: they share a product and run in any order. */
const stories = files.filter((file) => within(file, 'e2e/stories'));

const othersThan = (file: string) => stories.filter((other) => other !== file).map(textOf);

test('a role that a story gives to a user fits the other stories of that user', () => {
  const surprised = stories.flatMap((file) =>
    [...textOf(file).matchAll(/person\(('\w+'), '\w+'\)/g)]
      .filter(([given, name]) => {
        const uses = new RegExp(`(as|person)\\(${name}|signInAs\\(.*, ${name}`);
        return othersThan(file).some((text) => uses.test(text) && !text.includes(given));
      })
      .map(([given]) => `${file}: ${given}`),
  );
  expect(surprised).toEqual([]);
});

test('each story pays to an address of its own', () => {
  const shared = stories.flatMap((file) =>
    [...textOf(file).matchAll(/'rltc1q\w{38}'/g)]
      .filter(([address]) => othersThan(file).some((text) => text.includes(address)))
      .map(([address]) => `${file}: ${address}`),
  );
  expect(shared).toEqual([]);
});

test('no story removes a route of a page, because requests of the same moment may then never get an answer', () => {
  const removing = files.filter(
    (file) => within(file, 'e2e') && /\.unroute(All)?\(|, \{ times: /.test(textOf(file)),
  );
  expect(removing).toEqual([]);
});
