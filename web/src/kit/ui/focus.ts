/** Selects dialogs, sheets and questions. */
export const OVERLAY = '[role="dialog"], [role="alertdialog"]';

/** Focuses an element, and the page once the element has gone before the focus has moved. */
export function focusWhileThere(element: HTMLElement): void {
  element.focus();
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body && !topOverlay()) focusPage();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}

/** Overlays that opened later stand later in the document. */
export const topOverlay = () =>
  [...document.querySelectorAll<HTMLElement>(`:is(${OVERLAY}):not([inert])`)].at(-1);

/** Focuses the main part of the page. */
export const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true });
