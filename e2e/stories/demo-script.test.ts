import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { product } from '../support/own-product.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

function script(name: string): Promise<{ stdout: string }> {
  const env = {
    ...process.env,
    // the test runner sets a MODE of its own
    MODE: 'sandbox',
    DATA_DIR: product.directory,
    PORT: new URL(product.origin).port,
    SANDBOX_PORT: new URL(product.sandbox).port,
  };
  return run(process.execPath, [`scripts/${name}.ts`], { cwd: root, env });
}

test('npm run demo completes twice, and npm run books finds balanced books', async () => {
  for (const _time of [1, 2]) {
    const { stdout } = await script('demo');
    expect(stdout).toContain('the deposit has 2/2 confirmations');
    expect(stdout).toContain("sela's balance rose by exactly");
    expect(stdout).toContain('six blocks later the withdrawal is completed');
  }
  expect((await script('books')).stdout.trim()).toBe('The books balance.');
});

test('readiness, the OpenAPI document, its page and the app are public', async () => {
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
