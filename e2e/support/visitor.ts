import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Somebody with a browser window of his own. */
export interface Visitor {
  readonly page: Page;
  /** Errors of the console and of the page's scripts, in order. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

interface Window {
  readonly width: number;
  readonly height: number;
  readonly theme?: 'dark' | 'light';
}

const DESK: Window = { width: 1440, height: 900 };

/** Opens a fresh window on the product's landing page. */
export async function openVisitor(browser: Browser, origin: string, window: Window = DESK): Promise<Visitor> {
  const { width, height, theme } = window;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme ?? 'dark',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (theme) await context.addInitScript((chosen) => localStorage.setItem('sterling.theme', chosen), theme);
  const page = await context.newPage();
  const errors = collectErrors(page, origin);
  await page.goto(origin);
  return { page, errors, close: () => close(context) };
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

/** Waits for the toast of that title. */
export const toastTitle = (page: Page, title: string | RegExp): Promise<void> =>
  page.locator('[data-variant]').getByText(title, { exact: true }).waitFor();

async function close(context: BrowserContext): Promise<void> {
  await context.close();
}
