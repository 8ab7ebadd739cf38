import { t } from '@sterling/contract/texts.ts';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type MouseEvent, type ReactNode, type SyntheticEvent, use, useState } from 'react';
import { Backdrop } from './backdrop.tsx';
import { IconButton } from './button.tsx';
import { cn } from './class-names.ts';
import { focusPage, focusWhileThere, OVERLAY, topOverlay } from './focus.ts';
import { LeavingContext } from './overlays.tsx';

const CENTRED =
  'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-2xl max-sm:data-[state=closed]:animate-sheet-out max-sm:data-[state=open]:animate-sheet-in sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop-in';

/** Places and layers: a dialog, a question above it, a check above all, the command palette, and a sheet at the right. On phones the first three come from below. */
const LOOKS = {
  dialog: `z-50 sm:max-w-lg ${CENTRED}`,
  question: `z-60 sm:max-w-md ${CENTRED}`,
  check: `z-70 sm:max-w-lg ${CENTRED}`,
  palette:
    'inset-x-3 top-3 z-50 overflow-hidden rounded-xl data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in sm:inset-x-auto sm:top-[16dvh] sm:left-1/2 sm:w-full sm:max-w-xl sm:-translate-x-1/2',
  sheet:
    'inset-y-0 right-0 z-50 w-full max-w-md data-[state=closed]:animate-side-out data-[state=open]:animate-side-in',
} as const;

interface OverlayProps {
  look: keyof typeof LOOKS;
  open: boolean;
  onClose: () => void;
  /** Whether the content has a `Radix.Description`. */
  isDescribed: boolean;
  /** Gives the focus to an element of the opened overlay. By default the first control gets it. */
  onOpenAutoFocus?: (event: Event) => void;
  children: ReactNode;
  className?: string;
}

/**
 * All that is above a page: the darkened page, the focus and its return, Esc, and the animation of opening
 * and closing. A question is closed by its buttons and Esc only.
 */
export function Overlay({ look, open, onClose, isDescribed, onOpenAutoFocus, ...content }: OverlayProps) {
  const leaving = use(LeavingContext);
  const shown = open && !leaving;
  const { openers, returnFocus } = useReturnFocus(shown);
  const isQuestion = look === 'question';
  return (
    <Radix.Root open={shown} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Backdrop open={shown} className={cn(isQuestion && 'z-60', look === 'check' && 'z-70')} />
        <Radix.Content
          ref={(content) => {
            if (content) OPENERS.set(content, openers);
          }}
          {...(isQuestion && { role: 'alertdialog', onInteractOutside: stay })}
          {...(!isDescribed && { 'aria-describedby': undefined })}
          {...(onOpenAutoFocus && { onOpenAutoFocus })}
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            leaving?.();
          }}
          inert={!shown}
          {...(!shown && { onClickCapture: ignore, onSubmitCapture: ignore })}
          data-look={look}
          className={cn(
            'fixed flex touch-pinch-zoom flex-col bg-surface-1 shadow-float outline-none',
            LOOKS[look],
            content.className,
          )}
        >
          <LeavingContext value={null}>{content.children}</LeavingContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const stay = (event: Event) => event.preventDefault();

interface OverlayHeaderProps {
  title: string;
  description?: ReactNode;
  className: string;
}

/** The title and the Close button of a dialog or a sheet. */
export function OverlayHeader({ title, description, className }: OverlayHeaderProps) {
  return (
    <header className={cn('flex items-start justify-between gap-4 px-5', className)}>
      <div className="flex min-w-0 flex-col gap-1">
        <Radix.Title className="font-semibold text-1 text-base">{title}</Radix.Title>
        {description && <Radix.Description className="text-pretty text-3">{description}</Radix.Description>}
      </div>
      <Radix.Close asChild>
        <IconButton icon={X} label={t('Close')} className="-mt-1 -mr-2" />
      </Radix.Close>
    </header>
  );
}

/**
 * Buttons at the bottom of a dialog. They stay visible while the dialog scrolls. Put the primary button last.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={ACTIONS}>{children}</div>;
}

/** The buttons stand side by side if there is space, otherwise the last one comes first. */
const ACTIONS =
  '-mx-5 -mt-3 -mb-5 sticky -bottom-5 z-10 flex flex-wrap-reverse gap-2 bg-surface-1 px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:rounded-b-xl *:grow *:basis-32 max-sm:*:wrap-anywhere max-sm:*:min-w-fit before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-2 before:bg-linear-to-t before:from-surface-1 sm:flex-nowrap sm:items-center sm:justify-end sm:*:grow-0 sm:*:basis-auto';

/** The second click of a double click would otherwise confirm what was never read: it can hit a button that has just appeared. */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1;

/** The focus leaves a closing overlay a moment later, so a second Enter would press its button again. */
const ignore = (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** What opened each overlay. */
const OPENERS = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * Returns the focus to the element that opened an overlay. Radix does this only for its own triggers, but most
 * overlays here open by state: from a button in a row, a menu item or the palette. If that element is disabled or goes, now
 * or soon, such as the row of a decided item, the focus goes to the overlay below, or to the main part of the page.
 */
function useReturnFocus(open: boolean) {
  const [opening, setOpening] = useState(() => ({ open, openers: open ? findOpeners() : [] }));
  if (open !== opening.open) setOpening({ open, openers: open ? findOpeners() : opening.openers });
  const returnFocus = (event: Event) => {
    event.preventDefault();
    const below = topOverlay();
    // An overlay that took the place of this one has given the focus to a field. The overlay below itself has the focus if an
    // element in it went while the focus was nowhere.
    if (below?.querySelector(':focus')) return;
    const present = opening.openers.filter((element) => element.isConnected && !element.closest('[inert]'));
    const opener = present.find(
      (element) => !element.matches(':disabled') && (below?.contains(element) ?? true),
    );
    if (opener) focusWhileThere(opener);
    else if (below) below.focus({ preventScroll: true });
    else focusPage();
  };
  return { openers: opening.openers, returnFocus };
}

/**
 * The element that opens an overlay now, then what opened the overlay around it, which may give way to the new one.
 * A menu item no longer exists when its dialog closes, so the menu's trigger counts instead.
 */
function findOpeners(): readonly HTMLElement[] {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return [];
  const trigger = active.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = trigger ? document.getElementById(trigger) : active;
  if (!opener) return [];
  const around = opener.closest(OVERLAY);
  return [opener, ...((around && OPENERS.get(around)) ?? [])];
}
