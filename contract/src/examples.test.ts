import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from './api.ts';
import { EXAMPLES } from './examples.ts';

const open = endpoints.filter(({ scope }) => scope);

test('every call that is open to API tokens and needs an input has an example', () => {
  const needs = open.filter(({ path, body }) => path.includes('{') || body);
  expect(needs.filter((endpoint) => !EXAMPLES.has(endpoint)).map(({ path }) => path)).toEqual([]);
});

test.each(
  [...EXAMPLES].map(([endpoint, input]) => [`${endpoint.method} ${endpoint.path}`, endpoint, input] as const),
)('the example of %s is a valid input of an open call', (_name, endpoint, input) => {
  expect(open).toContain(endpoint);
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema) expect(z.safeParse(schema, input[part] ?? {}).error).toBeUndefined();
    else expect(input[part]).toBeUndefined();
  }
});
