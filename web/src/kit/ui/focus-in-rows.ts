import { STAND_INS } from './focus.ts';

const CONTROLS = 'button, input';

/**
 * The `ref` of a list whose rows can be removed. When the row with the focus goes, the same control of the next row gets it, or of the
 * last one, or the button beside an empty list. Otherwise the sheet would get it, and the next Tab would start at its top.
 */
export function keepFocusInRows(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  let last: { element: HTMLElement; row: Element; rowIndex: number; controlIndex: number } | null = null;
  const note = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    const rows = [...list.children];
    const row = rows.find((each) => each.contains(element));
    if (!row) return;
    const controlIndex = [...row.querySelectorAll(CONTROLS)].indexOf(element);
    last = { element, row, rowIndex: rows.indexOf(row), controlIndex };
  };
  const observer = new MutationObserver(() => {
    if (!last || last.row.isConnected) return;
    const { element, rowIndex, controlIndex } = last;
    last = null;
    const row = list.children[Math.min(rowIndex, list.children.length - 1)] ?? list.parentElement;
    const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const next = controls[controlIndex] ?? controls.at(-1);
    if (!next) return;
    STAND_INS.set(element, next);
    if (document.activeElement?.contains(list)) next.focus();
  });
  list.addEventListener('focusin', note);
  observer.observe(list, { childList: true });
  return () => {
    list.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
