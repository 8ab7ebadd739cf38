import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateClient } from './generate.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

test('the generated files of the client follow the contract; `npm run client` rewrites them', async () => {
  for (const [file, text] of Object.entries(await generateClient()))
    expect(read(`src/${file}`) === text, file).toBe(true);
});

// a story runs the example (e2e/stories/api-client.test.ts)
test('the README shows the example that is tested', () => {
  expect(read('README.md')).toContain(`\`\`\`ts\n${read('examples/place-order.ts')}\`\`\``);
});
