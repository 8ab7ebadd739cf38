import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { signIn } from './person.ts';
import { recordToasts } from './toasts.ts';

/** A user with their own browser window. */
export interface Visitor {
  readonly page: Page;
  /** Errors in the console and in the page's scripts, in order. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export interface Window {
  readonly width: number;
  readonly height: number;
  readonly theme?: 'dark' | 'light';
  readonly language?: string;
  /** Whether the person has asked the system for less motion. */
  readonly reducedMotion?: BrowserContextOptions['reducedMotion'];
}

/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000;

export const DESKTOP: Window = { width: 1440, height: 900 };
export const PHONE: Window = { width: 390, height: 844 };

/** Opens a new window without a session, by default on the landing page. */
export async function openVisitor(
  browser: Browser,
  origin: string,
  window: Window = DESKTOP,
  path = '',
): Promise<Visitor> {
  return visit(await openContext(browser, origin, window), origin, path);
}

/** Opens a window with the user's session. sign-in.test.ts covers the sign-in through Discord's page. */
export async function openAs(
  browser: Browser,
  origin: string,
  username: string,
  window: Window = DESKTOP,
  path = '/dashboard',
): Promise<Visitor> {
  const context = await openContext(browser, origin, window);
  const { cookies } = await signIn(origin, username);
  const chosen = window.language ?? 'en';
  await context.addCookies(
    cookies.map(({ name, value }) =>
      name === 'language'
        ? { name, value: chosen, url: origin }
        : { name, value, url: origin, httpOnly: true },
    ),
  );
  return visit(context, origin, path);
}

async function openContext(
  browser: Browser,
  baseURL: string,
  { width, height, theme, language, reducedMotion }: Window,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme ?? 'dark',
    reducedMotion: reducedMotion ?? 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (language) await context.addCookies([{ name: 'language', value: language, url: baseURL }]);
  await recordToasts(context);
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
    if (message.type() === 'error' && page.url().startsWith(origin)) errors.push(message.text());
  });
  return errors;
}

/** Signs in as a user of the sandbox with the button on the landing page and Discord's page. */
export async function signInAs(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Discord' }).click();
  await page.getByRole('link', { name: `Approve as ${username}` }).click();
  await page.waitForURL('**/dashboard**');
}

/** Gives a window another size, and waits until the page follows it: some parts of it do so one frame later. */
export async function resize(page: Page, { width, height }: Pick<Window, 'width' | 'height'>): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });
}

/** By how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Sets the text size that people choose in their browser, which is 16 px by default. */
export async function setTextSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  await session.detach();
}

/** Time for fades to end and for further requests to start. */
const SETTLE_MS = 250;

/** Waits until content has replaced all placeholders and nothing fades in. */
export async function waitForContent(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  const waiting = page.locator('[data-loading], main[aria-busy]');
  do {
    await waiting.first().waitFor({ state: 'detached' });
    await page.waitForTimeout(SETTLE_MS);
  } while ((await waiting.count()) > 0);
}

/** The addresses in the sidebar, in its order. In a narrow window it is there too, but not shown. */
export async function sidebarPaths(page: Page): Promise<string[]> {
  const links = page.locator('aside nav a');
  await links.first().waitFor({ state: 'attached' });
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
}

/** Asks for a section in the loaded page. A new load of the page takes seven times the processor time. */
export async function switchSection(page: Page, section: string): Promise<void> {
  await page.evaluate((detail) => {
    window.dispatchEvent(new CustomEvent('switch-section', { detail }));
  }, section);
  await page.waitForURL(`**/dashboard?section=${section}`);
}

/** Opens a section of the user. Fails if the generic view replaces it, because it does not exist or is not theirs. */
export async function openSection(page: Page, section: string): Promise<void> {
  await switchSection(page, section);
  await expect(page.locator('aside nav a[href="/dashboard"][aria-current]'), section).toHaveCount(0);
}

/** Types a search of a list. */
export const searchFor = (page: Page, field: string, text: string): Promise<void> =>
  page.getByRole('textbox', { name: field }).fill(text);

const MAX_TABS = 60;

/** Clicks the first button with this name. */
export const clickButton = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/** Presses Tab, or Shift+Tab, until the element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached ${target}`);
}
