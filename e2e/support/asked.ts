import type { Page } from 'playwright-core';

interface Asked {
  readonly path: string;
  /** By the page's own clock, since it was opened. */
  readonly atMs: number;
  /** When the page gave up waiting for the answer, if it did. */
  gaveUpAtMs?: number;
}

/** Notes what every page that is opened from here on asks for, in the page itself: what a busy machine does on the way does not count. */
export async function noteAsked(page: Page): Promise<void> {
  await page.addInitScript(note);
}

/** What the page has asked for at that path since it was opened, in order. */
export const askedOf = (page: Page, path: string): Promise<Asked[]> =>
  page.evaluate(
    (name) => (globalThis as unknown as { asked: Asked[] }).asked.filter((each) => each.path === name),
    path,
  );

/** Runs in the page, before its own scripts. */
function note(): void {
  const asked: Asked[] = [];
  Object.assign(globalThis, { asked });
  const { fetch } = window;
  window.fetch = async (...request: Parameters<typeof fetch>) => {
    const path = new URL(String(request[0]), location.origin).pathname;
    const each: Asked = { path, atMs: performance.now() };
    asked.push(each);
    return fetch(...request).catch((error) => {
      each.gaveUpAtMs = performance.now();
      throw error;
    });
  };
}
