import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { storedText, storedValue } from './storage.ts';

/** The part of a browser's storage that is used. */
function storage() {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  } as Storage;
}

test('a text is kept and forgotten', () => {
  const browser = storage();
  const theme = storedText('theme', () => browser);
  expect(theme.read()).toBeNull();
  expect(theme.keep('light')).toBe(true);
  expect(storedText('theme', () => browser).read()).toBe('light');
  theme.keep(null);
  expect(theme.read()).toBeNull();
});

test('without storage a text lasts as long as the page', () => {
  const refuse = (): Storage => {
    throw new DOMException('storage is off', 'SecurityError');
  };
  const theme = storedText('theme', refuse);
  expect(theme.read()).toBeNull();
  expect(theme.keep('light')).toBe(false);
  expect(theme.read()).toBe('light');
});

test('a value of an older version counts as absent', () => {
  const browser = storage();
  const draft = storedValue('draft', z.object({ amount: z.number() }), () => browser);
  draft.keep({ amount: 5 });
  expect(draft.read()).toEqual({ amount: 5 });
  for (const text of ['{', '{"amount":"5"}', 'null']) {
    browser.setItem('draft', text);
    expect(draft.read()).toBeNull();
  }
});
