/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test';
import { eventually } from './person.ts';

/** Records the toasts of every page that opens from now on. A toast stays for 5 s, and a busy machine may look later. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(record);
}

/** Waits for a toast with all these parts as title or text. A closed toast counts too. Each toast counts once. */
export async function expectToast(page: Page, ...parts: (string | RegExp)[]): Promise<void> {
  const wanted = parts.map((part) => (typeof part === 'string' ? part : [part.source, part.flags]));
  await eventually(
    () => page.evaluate(takeToast, wanted).catch(pageLeft),
    ({ isFound }) => isFound,
  );
}

/** The page was left during the call. The next poll reads the new page. */
const pageLeft = () => ({ isFound: false, toasts: [] });

/** The texts of each recorded toast. */
type Recorded = { toasts: string[][] };

/** Runs in the page, before its own scripts. */
function record(): void {
  const toasts: string[][] = [];
  Object.assign(globalThis, { toasts });
  const textsIn = (element: Element) =>
    [...element.querySelectorAll('*')].map((part) => (part.textContent ?? '').replace(/\s+/g, ' ').trim());
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (added instanceof Element && added.matches('[data-variant]')) toasts.push(textsIn(added));
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page: removes the first matching toast, and those before it. */
function takeToast(wanted: (string | string[])[]) {
  const { toasts } = globalThis as unknown as Recorded;
  const matches = (texts: string[]) =>
    wanted.every((part) =>
      typeof part === 'string'
        ? texts.includes(part)
        : texts.some((text) => new RegExp(part[0]!, part[1]).test(text)),
    );
  const index = toasts.findIndex(matches);
  if (index >= 0) toasts.splice(0, index + 1);
  return { isFound: index >= 0, toasts };
}
