import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateClient } from './generate.ts';

test('the generated files of the client follow the contract; `npm run client` rewrites them', async () => {
  for (const [file, text] of Object.entries(await generateClient()))
    expect(readFileSync(join(import.meta.dirname, 'src', file), 'utf8') === text, file).toBe(true);
});
