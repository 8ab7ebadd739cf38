import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../e2e/support/browser.ts';
import { signIn } from '../e2e/support/person.ts';
import { startProduct } from '../e2e/support/product.ts';
import { contentArrived, openAs, openVisitor, type Visitor } from '../e2e/support/visitor.ts';

/**
 * `npm run shots [who]`: takes screenshots of every page for every role and for new users, in both themes and widths, into
 * shots/. Uses the running instance at PORT, or starts its own.
 */
const root = join(import.meta.dirname, '..', 'shots');

/** Viewers and their extra pages. The sections come from the sidebar. */
const VIEWERS: Readonly<Record<string, readonly string[]>> = {
  nobody: ['/login', '/wallet', '/admin', '/nowhere'],
  nova: ['/role-selection', '/buy-robux', '/reset'],
  sela: ['/cookies', '/robux-dashboard'],
  ada: ['/wallet'],
  otto: ['/admin', '/reset'],
  'new-buyer': ['/role-selection'],
  'new-seller': ['/cookies'],
};
const WINDOWS = [1440, 390].flatMap((width) =>
  (['dark', 'light'] as const).map((theme) => ({ width, height: width === 390 ? 844 : 900, theme })),
);

const port = process.env.PORT ?? '5000';
const chosen = process.argv.slice(2);
const product = await runningProduct();
const browser = await openBrowser();
try {
  for (const who of Object.keys(VIEWERS).filter((name) => chosen.length === 0 || chosen.includes(name))) {
    await takeAll(who);
  }
} finally {
  await browser.close();
  await product.stop();
}

async function runningProduct(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const origin = `http://localhost:${port}`;
  const isUp = await fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  return isUp ? { origin, stop: async () => undefined } : startProduct();
}

async function takeAll(who: string): Promise<void> {
  rmSync(join(root, who), { recursive: true, force: true });
  if (who === 'new-seller') await becomeSeller(who);
  for (const window of WINDOWS) {
    const folder = join(root, who, `${window.width}-${window.theme}`);
    mkdirSync(folder, { recursive: true });
    const { page, close } =
      who === 'nobody'
        ? await openVisitor(browser, product.origin, window)
        : await openAs(browser, product.origin, who, window);
    const paths = [...(who === 'nobody' ? [] : await sectionsOf(page)), ...(VIEWERS[who] ?? [])];
    for (const path of paths) {
      await page.goto(product.origin + path);
      await contentArrived(page);
      await page.screenshot({ path: join(folder, `${nameOf(path)}.png`), fullPage: true });
    }
    console.log(`${who}: ${paths.length} pages at ${window.width} px, ${window.theme}`);
    await close();
  }
}

async function becomeSeller(who: string): Promise<void> {
  const person = await signIn(product.origin, who);
  const { body } = await person.call<{ id: string }>('GET', '/api/auth/user');
  await person.call('PUT', `/api/users/${body.id}`, { role: 'seller' });
}

/** Links of the sidebar. At phone width it is in the page, but hidden. */
async function sectionsOf(page: Visitor['page']): Promise<string[]> {
  const links = page.locator('aside nav a[href^="/dashboard"]');
  await links.first().waitFor({ state: 'attached' });
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
}

function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, product.origin);
  return searchParams.get('section') ?? `page-${pathname.slice(1)}`;
}
