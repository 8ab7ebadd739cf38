import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateClient } from '../packages/client/generate.ts';
import { openApiDocument } from '../server/src/platform/http/openapi.ts';

/**
 * `npm run client`: rewrites the generated files of `packages/client` from the contract. `--release` also stores the present
 * contract as the released one, which later contracts may not break.
 */
const root = join(import.meta.dirname, '..');
for (const [file, text] of Object.entries(await generateClient()))
  writeFileSync(join(root, 'packages/client/src', file), text);
if (process.argv.includes('--release')) {
  mkdirSync(join(root, 'contract/released'), { recursive: true });
  // a new text breaks no client
  const isText = (name: string, value: unknown) =>
    name === 'x-codeSamples' || (typeof value === 'string' && /^(description|summary)$/.test(name));
  const text = JSON.stringify(
    openApiDocument(),
    (name, value) => (isText(name, value) ? undefined : value),
    1,
  );
  writeFileSync(join(root, 'contract/released/openapi.json'), `${text}\n`);
}
