import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { product } from '../support/own-product.ts';
import { eventually, signIn } from '../support/person.ts';
import { openAs, openVisitor } from '../support/visitor.ts';

/** The owner publishes the reserves, visitors see them, and a buyer checks that their balance is part of them. */
let browser: Browser;
const directory = mkdtempSync(join(tmpdir(), 'sterling-proof-'));

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await publish(false);
  await browser?.close();
  rmSync(directory, { recursive: true });
});

test('without publishing, the page says so and the landing page has no link', async () => {
  const { page, close } = await openVisitor(browser, product.origin, undefined, '/reserves');
  await page.getByText('Sterling does not publish its reserves at the moment').waitFor();
  await page.goto(product.origin);
  await page.getByRole('link', { name: 'Report misuse' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('link', { name: 'Proof of reserves' }).count()).toBe(0);
  await close();
});

test('an owner publishes the reserves, and a visitor reads them', async () => {
  const { page, errors, close } = await openAs(
    browser,
    product.origin,
    'otto',
    undefined,
    '/admin#panel-treasury',
  );
  const card = page.getByRole('region', { name: 'Proof of reserves' });
  await card.getByRole('switch', { name: 'Publish' }).click();
  await card.getByRole('link', { name: 'Open page' }).waitFor();
  const otto = await signIn(product.origin, 'otto');
  await eventually(
    () => otto.call('GET', '/api/reserves'),
    ({ status }) => status === 200,
  );
  expect(errors).toEqual([]);
  await close();

  const visitor = await openVisitor(browser, product.origin);
  await visitor.page.getByRole('link', { name: 'Proof of reserves' }).click();
  await visitor.page.getByRole('heading', { name: 'Proof of reserves' }).waitFor();
  await visitor.page.getByText('Deposits that were not moved from there do not count as reserves').waitFor();
  await visitor.page.getByRole('button', { name: 'Signed message' }).first().click();
  await visitor.page.getByText(/^Sterling proof of reserves: rltc1\w+ at block \d+ [0-9a-f]{64}$/).waitFor();
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.close();
});

test('a buyer checks their balance in the browser and with the downloaded script', async () => {
  const { page, errors, close } = await openAs(browser, product.origin, 'nova', undefined, '/wallet');
  const card = page.getByRole('region', { name: 'Check your balance' });
  await card.getByRole('button', { name: 'Check My Balance' }).click();
  await card
    .getByText(/wallet held \$[\d,.]+ on .+ This is part of the \$[\d,.]+ that Sterling owed/)
    .waitFor();
  const proof = await save(page, () => card.getByRole('button', { name: 'Download Proof' }).click());
  const script = await save(page, () => card.getByRole('link', { name: 'check-proof.mjs' }).click());
  expect(script).toMatch(/check-proof\.mjs$/);
  expect(errors).toEqual([]);
  await close();

  const { tree } = (await (await fetch(`${product.origin}/api/reserves`)).json()) as {
    tree: { hash: string };
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script, proof, tree.hash]);
  expect(stdout).toMatch(/^The proof is right: \$\d+\.\d\d of account/);
  const forged = JSON.parse(readFileSync(proof, 'utf8'));
  forged.leaves[0].path[0].cents += 1;
  writeFileSync(proof, JSON.stringify(forged));
  const failure = promisify(execFile)(process.execPath, [script, proof, tree.hash]);
  await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('The proof is WRONG') });
});

/** Other stories use the same product. */
async function publish(published: boolean): Promise<void> {
  const otto = await signIn(product.origin, 'otto');
  await otto.call('PUT', '/api/admin/settings/proof_of_reserves', { value: { published, everyHours: 24 } });
}

/** Answers the path of a file that the page downloads. */
async function save(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const path = join(directory, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
