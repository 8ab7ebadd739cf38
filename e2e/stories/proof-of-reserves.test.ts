import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { eventually } from '../support/person.ts';
import { expect, sharing } from '../support/stories.ts';

/** The owner publishes the reserves, visitors see them, and a buyer checks that their balance is part of them. */
const directory = mkdtempSync(join(tmpdir(), 'sterling-proof-'));

const test = sharing(async ({ person, atEnd }) => {
  atEnd(async () => {
    await publish(false);
    rmSync(directory, { recursive: true });
  });

  /** Other stories use the same product. */
  async function publish(published: boolean): Promise<void> {
    const otto = await person('otto');
    await otto.call('PUT', '/api/admin/settings/proof_of_reserves', { value: { published, everyHours: 24 } });
  }
});

test('without publishing, the page says so and the landing page has no link', async ({ product, visit }) => {
  const { page } = await visit({ path: '/reserves' });
  await expect(page.getByText('Sterling does not publish its reserves at the moment')).toBeVisible();
  await page.goto(product.origin);
  await expect(page.getByRole('link', { name: 'Report misuse' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('link', { name: 'Proof of reserves' })).toHaveCount(0);
});

test('an owner publishes the reserves, and a visitor reads them', async ({ person, as, visit }) => {
  const { page, errors, close } = await as('otto', { path: '/admin#panel-treasury' });
  const card = page.getByRole('region', { name: 'Proof of reserves' });
  await card.getByRole('switch', { name: 'Publish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await expect(card.getByRole('link', { name: 'Open page' })).toBeVisible();
  const otto = await person('otto');
  await eventually(
    () => otto.call('GET', '/api/reserves'),
    ({ status }) => status === 200,
  );
  expect(errors).toEqual([]);
  await close();

  const visitor = await visit();
  await visitor.page.getByRole('link', { name: 'Proof of reserves' }).click();
  await expect(visitor.page.getByRole('heading', { name: 'Proof of reserves' })).toBeVisible();
  await expect(visitor.page).toHaveTitle('Proof of reserves · Sterling');
  await expect(visitor.page.getByText('but not as reserves')).toBeVisible();
  await visitor.page.getByRole('button', { name: 'Signed message' }).first().click();
  await expect(
    visitor.page.getByText(/^Sterling proof of reserves: rltc1\w+ at block \d+ [0-9a-f]{64}$/),
  ).toBeVisible();
  expect(await accessibilityViolations(visitor.page)).toEqual([]);
  await visitor.close();
});

test('a buyer checks their balance in the browser and with the downloaded script', { tag: '@S9.04' }, async ({
  product,
  as,
}) => {
  const { page, errors, close } = await as('nova', { path: '/wallet' });
  const card = page.getByRole('region', { name: 'Check your balance' });
  await card.getByRole('button', { name: 'Check my balance' }).click();
  await expect(
    card.getByText(/wallets held \$[\d,.]+ together on .+ This is part of the \$[\d,.]+ that Sterling owed/),
  ).toBeVisible();
  const proof = await save(page, () => card.getByRole('button', { name: 'Download proof' }).click());
  const script = await save(page, () => card.getByRole('link', { name: 'check-proof.mjs' }).click());
  expect(script).toMatch(/check-proof\.mjs$/);
  expect(errors).toEqual([]);
  await close();

  const { tree } = (await (await fetch(`${product.origin}/api/reserves`)).json()) as {
    tree: { hash: string };
  };
  const { stdout } = await promisify(execFile)(process.execPath, [script, proof, tree.hash]);
  expect(stdout).toMatch(/^The proof is valid: \$\d+\.\d\d of account/);
  const forged = JSON.parse(readFileSync(proof, 'utf8'));
  forged.leaves[0].path[0].cents += 1;
  writeFileSync(proof, JSON.stringify(forged));
  const failure = promisify(execFile)(process.execPath, [script, proof, tree.hash]);
  await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('The proof is not valid') });
});

/** Answers the path of a file that the page downloads. */
async function save(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const path = join(directory, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
