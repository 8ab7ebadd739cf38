import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { signIn } from './person.ts';
import { noteToasts } from './toasts.ts';

/** Someone with a browser window of their own. */
export interface Visitor {
  readonly page: Page;
  /** Errors of the console and of the page's scripts, in order. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface Window {
  readonly width: number;
  readonly height: number;
  readonly theme?: 'dark' | 'light';
}

/** For a machine that has much else to do: what comes, comes sooner. */
const TIMEOUT_MS = 60_000;

const DESK: Window = { width: 1440, height: 900 };

/** Opens a fresh window on the product's landing page. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  window: Window = DESK,
  path = '',
): Promise<Visitor> {
  return visit(await openContext(browser, window), origin, path);
}

/** Opens a window of a person who is signed in already: the way through Discord's page is the entrance's story. */
export async function openAs(
  browser: Browser,
  origin: string,
  username: string,
  window: Window = DESK,
  path = '/dashboard',
): Promise<Visitor> {
  const context = await openContext(browser, window);
  const { cookies } = await signIn(origin, username);
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: origin, httpOnly: true })));
  return visit(context, origin, path);
}

async function openContext(browser: Browser, { width, height, theme }: Window): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme ?? 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  await noteToasts(context);
  if (theme) await context.addInitScript((chosen) => localStorage.setItem('sterling.theme', chosen), theme);
  return context;
}

async function visit(context: BrowserContext, origin: string, path: string): Promise<Visitor> {
  const page = await context.newPage();
  const errors = collectErrors(page, origin);
  await page.goto(origin + path);
  return { page, errors, close: () => context.close() };
}

function collectErrors(page: Page, origin: string): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // who is nobody yet is told so with a 401, which Chromium puts into the console by itself
    const isNobody = message.location().url.endsWith('/api/auth/user');
    if (message.type() === 'error' && page.url().startsWith(origin) && !isNobody) errors.push(message.text());
  });
  return errors;
}

/** Signs in as a person of the sandbox by the button on the landing page and Discord's page. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('link', { name: `Approve as ${username}` }).click();
  await page.waitForURL('**/dashboard**');
}

/** What fades in has done so, and what is loaded by what was loaded has begun to. */
const STILL_MS = 250;

/** What was on its way has taken its skeleton's place, and nothing fades in any longer. */
export async function contentArrived(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  const waiting = page.locator('.animate-pulse, [role=status] .animate-spin, main[aria-busy]');
  do {
    await waiting.first().waitFor({ state: 'detached' });
    await page.waitForTimeout(STILL_MS);
  } while ((await waiting.count()) > 0);
}

const MAX_TABS = 60;

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${target}`);
}
