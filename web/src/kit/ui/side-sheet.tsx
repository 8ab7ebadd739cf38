import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../format/format-time.ts';
import { useUrlSheet } from '../navigation/open-above.tsx';
import { Button } from './button.tsx';
import { ErrorBoundary } from './missing-content.tsx';
import { Overlay, OverlayHeader } from './overlay.tsx';
import { Overlays } from './overlays.tsx';

interface SideSheetProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/**
 * Slides in from the right with the details of an item, such as an order. It fills the screen of a phone. It is
 * mounted while it is open (`Overlays`).
 */
export function SideSheet({ onClose, title, description, children }: SideSheetProps) {
  return (
    <Overlay look="sheet" open onClose={onClose} isDescribed={Boolean(description)}>
      <OverlayHeader title={title} description={description} className="border-line border-b py-4" />
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto overscroll-contain p-5 narrow:in-[body:has([data-variant])]:pb-32">
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </Overlay>
  );
}

interface SheetSummaryProps {
  /** The amount. */
  children: ReactNode;
  /** What it was for. */
  about?: ReactNode;
  at: Date;
  badge: ReactNode;
}

/** The first lines of a sheet about a movement of money. */
export function SheetSummary({ children, about, at, badge }: SheetSummaryProps) {
  return (
    <div className="flex large-text:flex-wrap items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-0.5">
        {children}
        {about && <p className="text-2">{about}</p>}
        <time dateTime={at.toISOString()} className="text-3">
          {formatMoment(at)}
        </time>
      </div>
      {badge}
    </div>
  );
}

interface SheetButtonProps {
  /** Its name in the address. */
  name: string;
  icon: LucideIcon;
  label: string;
  /** The sheet, which calls `close` to close. */
  sheet: (close: () => void) => ReactNode;
  className?: string;
}

/** A button that opens a sheet. The code of a lazy sheet loads on the first press. */
export function SheetButton({ name, icon: Icon, label, sheet, className }: SheetButtonProps) {
  const { isOpen, open, close } = useUrlSheet(name);
  return (
    <>
      <Button variant="secondary" onClick={() => open()} className={className}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
      <Overlays>{isOpen && sheet(close)}</Overlays>
    </>
  );
}

const CONTROLS = 'button, input';

/**
 * The `ref` of a list whose rows can be removed. When the row with the focus goes, the same control of the next row gets it, or of the
 * last one, or the button beside an empty list. Otherwise the sheet would get it, and the next Tab would start at its top.
 */
export function keepFocusInRows(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined;
  let last: { row: Element; rowIndex: number; controlIndex: number } | null = null;
  /** Gets the focus when it returns from a question in which the row has gone. */
  let waiting: HTMLElement | undefined;
  const note = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    if (element.contains(list)) waiting?.focus();
    if (element.contains(list) || list.contains(element)) waiting = undefined;
    const rows = [...list.children];
    const row = rows.find((each) => each.contains(element));
    if (!row) return;
    const controlIndex = [...row.querySelectorAll(CONTROLS)].indexOf(element);
    last = { row, rowIndex: rows.indexOf(row), controlIndex };
  };
  const observer = new MutationObserver(() => {
    if (!last || last.row.isConnected) return;
    const { rowIndex, controlIndex } = last;
    last = null;
    const row = list.children[Math.min(rowIndex, list.children.length - 1)] ?? list.parentElement;
    const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
    const next = controls[controlIndex] ?? controls.at(-1);
    if (document.activeElement?.contains(list)) next?.focus();
    else waiting = next;
  });
  document.addEventListener('focusin', note);
  observer.observe(list, { childList: true });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
