import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { codeSamples } from './code-samples.ts';
import { operations } from './openapi.ts';

const open = operations().filter(([, { scope }]) => scope);

test('only calls that are open to API tokens have examples', () => {
  expect(open.length).toBeGreaterThan(40);
  for (const [id, endpoint] of operations())
    expect([id, codeSamples(endpoint, id).length]).toEqual([id, endpoint.scope ? 2 : 0]);
});

test.each(open)('the examples of %s are complete commands and code', (id, endpoint) => {
  const [curl, client] = codeSamples(endpoint, id);
  // refuses what a shell cannot read
  execFileSync('sh', ['-n', '-c', curl!.source]);
  expect(curl!.source).toContain('-H "Authorization: Bearer $STERLING_TOKEN"');
  expect(curl!.source.split(endpoint.path.split('{')[0]!)).toHaveLength(2);
  expect(curl!.source).not.toMatch(/undefined|\$STERLING_URL[^"]*\{/);
  expect(client!.source).toContain(`await sterling.${id}(`);
  const code = client!.source.replace(/^import.*$/m, 'const connect = () => null;');
  expect(() => new Function(`return async () => {${code}}`)).not.toThrow();
});
