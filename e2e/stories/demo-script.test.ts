import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Product } from '../support/product.ts';
import { expect, test } from '../support/stories.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

function script({ directory, origin, sandbox }: Product, name: string): Promise<{ stdout: string }> {
  const env = {
    ...process.env,
    DATA_DIR: directory,
    PORT: new URL(origin).port,
    SANDBOX_PORT: new URL(sandbox).port,
  };
  return run(process.execPath, [`scripts/${name}.ts`], { cwd: root, env });
}

test('npm run demo completes twice, and npm run books finds balanced books', async ({ product }) => {
  for (const _time of [1, 2]) {
    const { stdout } = await script(product, 'demo');
    expect(stdout).toContain('the deposit has 2/2 confirmations');
    expect(stdout).toContain("sela's balance rose by exactly");
    expect(stdout).toContain('six blocks later the withdrawal is completed');
  }
  expect((await script(product, 'books')).stdout.trim()).toBe('The books balance.');
});

test('readiness, the OpenAPI document, its page and the app are public', async ({ product }) => {
  const at = (path: string) => fetch(product.origin + path);
  await expect
    .poll(async () => (await at('/readyz')).json(), { timeout: 30_000 })
    .toMatchObject({ ready: true });
  const document = (await (await at('/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(document.paths)).toContain('/api/robux/orders');
  expect((await at('/api/docs')).status).toBe(200);
  const page = await at('/no/such/page');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect((await at('/api/no/such/call')).status).toBe(404);
});
