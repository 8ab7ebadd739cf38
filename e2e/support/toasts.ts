/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from './person.ts';

/** Notes the toasts of every page that is opened from here on: each stays for 5 s, and a busy machine may look later. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(note);
}

/** Waits for a toast that says all of this, each as its title or text; also for one that has gone meanwhile. It counts once. */
export async function said(page: Page, ...parts: (string | RegExp)[]): Promise<void> {
  const wanted = parts.map((part) => (typeof part === 'string' ? part : [part.source, part.flags]));
  await eventually(
    () => page.evaluate(takeToast, wanted).catch(elsewhere),
    ({ isThere }) => isThere,
  );
}

/** The page that was asked has just been left: the next one is asked. */
const elsewhere = () => ({ isThere: false, toasts: [] });

/** What each toast says. */
type Noted = { toasts: string[][] };

/** Runs in the page, before its own scripts. */
function note(): void {
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

/** Runs in the page: forgets the first toast that says all of this, and those before it. */
function takeToast(wanted: (string | string[])[]) {
  const { toasts } = globalThis as unknown as Noted;
  const says = (texts: string[]) =>
    wanted.every((part) =>
      typeof part === 'string'
        ? texts.includes(part)
        : texts.some((text) => new RegExp(part[0]!, part[1]).test(text)),
    );
  const index = toasts.findIndex(says);
  if (index >= 0) toasts.splice(0, index + 1);
  return { isThere: index >= 0, toasts };
}
