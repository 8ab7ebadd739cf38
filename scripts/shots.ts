import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from '../e2e/support/browser.ts';
import { signInWithRole } from '../e2e/support/person.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import {
  DESKTOP,
  openAs,
  openVisitor,
  PHONE,
  sidebarPaths,
  type Visitor,
  waitForContent,
} from '../e2e/support/visitor.ts';
import { DIALOGS, type ShotDialog, USER_MENU } from './shot-dialogs.ts';
import { fillLists, publishReserves } from './shot-world.ts';

/**
 * `npm run shots -- [who]`: a picture of every page and dialog, as every role and as newcomers, in both themes and widths, into shots/.
 * `npm run shots -- --readme`: the pictures of README.md, into docs/pictures/.
 * Uses the instance at PORT if one runs, else starts its own.
 */
const repository = join(import.meta.dirname, '..');
const root = join(repository, 'shots');

/** Who looks, and the pages at addresses of their own; sections are found in the sidebar. */
const VIEWERS: Readonly<Record<string, readonly string[]>> = {
  nobody: ['/login', '/wallet', '/admin', '/report', '/reserves', '/nowhere'],
  nova: ['/role-selection', '/buy-robux', '/reset'],
  sela: ['/cookies', '/robux-dashboard', '/dashboard?view=overview'],
  guarded: [],
  ada: ['/wallet'],
  otto: ['/admin', '/reset'],
  'new-buyer': ['/role-selection'],
  'new-seller': ['/cookies'],
};
/** The pictures of README.md, by file name. */
const README_PICTURES: Readonly<Record<string, { readonly who: string; readonly path: string }>> = {
  buyer: { who: 'nova', path: '/buy-robux' },
  seller: { who: 'sela', path: '/dashboard' },
  reserves: { who: 'nova', path: '/reserves' },
};
const WINDOWS = [DESKTOP, PHONE].flatMap((size) =>
  (['dark', 'light'] as const).map((theme) => ({ ...size, theme })),
);

/** In narrower windows the sidebar opens with a button. */
const PHONE_PX = 768;

/** What a dialog can be opened with. */
const CONTROLS = ['button', 'menuitem', 'link', 'option', 'tab', 'checkbox'] as const;

const port = process.env.PORT ?? '5000';
const asked = process.argv.slice(2);
const product = await runningProduct();
const browser = await openBrowser();
try {
  await publishReserves(product.origin);
  if (asked.includes('--readme')) await takeReadmePictures();
  else {
    await fillLists(product.origin, product.sandbox);
    for (const who of Object.keys(VIEWERS).filter((name) => asked.length === 0 || asked.includes(name))) {
      await takeAll(who);
    }
  }
} finally {
  await browser.close();
  await product.stop();
}

async function runningProduct(): Promise<Pick<Product, 'origin' | 'sandbox' | 'stop'>> {
  const origin = `http://localhost:${port}`;
  const isUp = await fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  const sandbox = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 5001}`;
  return isUp ? { origin, sandbox, stop: async () => undefined } : startProduct();
}

async function takeReadmePictures(): Promise<void> {
  const folder = join(repository, 'docs', 'pictures');
  mkdirSync(folder, { recursive: true });
  for (const [name, { who, path }] of Object.entries(README_PICTURES)) {
    const window = { ...DESKTOP, theme: 'dark' } as const;
    const { page, close } = await openAs(browser, product.origin, who, window, path);
    await waitForContent(page);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await close();
  }
}

async function takeAll(who: string): Promise<void> {
  rmSync(join(root, who), { recursive: true, force: true });
  if (who === 'new-seller') await signInWithRole(product.origin, who, 'seller');
  for (const window of WINDOWS) {
    const folder = join(root, who, `${window.width}-${window.theme}`);
    mkdirSync(folder, { recursive: true });
    const { page, close } =
      who === 'nobody'
        ? await openVisitor(browser, product.origin, window)
        : await openAs(browser, product.origin, who, window);
    const paths = [...(who === 'nobody' ? [] : await sidebarPaths(page)), ...(VIEWERS[who] ?? [])];
    for (const path of paths) {
      await page.goto(product.origin + path);
      await waitForContent(page);
      await page.screenshot({ path: join(folder, `${nameOf(path)}.png`), fullPage: true });
    }
    const dialogs = (DIALOGS[who] ?? []).filter(({ onPhone }) => !onPhone || window.width < PHONE_PX);
    for (const dialog of dialogs) await takeDialog(page, dialog, join(folder, `dialog-${dialog.name}.png`));
    console.log(
      `${who}: ${paths.length} pages and ${dialogs.length} dialogs at ${window.width} px, ${window.theme}`,
    );
    await close();
  }
}

async function takeDialog(page: Visitor['page'], { path, steps }: ShotDialog, file: string): Promise<void> {
  await page.goto(product.origin + path);
  await waitForContent(page);
  // the account menu of a phone is in its sidebar
  if (steps[0] === USER_MENU && page.viewportSize()!.width < PHONE_PX)
    await page.getByRole('button', { name: 'Open menu' }).click();
  for (const step of steps) {
    if (typeof step === 'object' && 'field' in step) {
      await page.getByLabel(step.field, { exact: true }).last().fill(step.text);
      continue;
    }
    const name = step;
    const exact = typeof name === 'string';
    const controls = CONTROLS.map((role) => page.getByRole(role, { name, exact }));
    const control = controls.reduce((either, next) => either.or(next));
    await control.filter({ visible: true }).first().click();
  }
  const overlays = (['dialog', 'alertdialog', 'menu'] as const).map((role) => page.getByRole(role));
  await overlays
    .reduce((either, next) => either.or(next))
    .last()
    .waitFor();
  // a dialog above a sheet is loaded when it is first opened
  await sleep(1_000);
  await waitForContent(page);
  await page.screenshot({ path: file });
}

function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, product.origin);
  return searchParams.get('section') ?? searchParams.get('view') ?? `page-${pathname.slice(1)}`;
}
