import { type ComponentProps, useLayoutEffect } from 'react';
import { cn } from './class-names.ts';

interface BackdropProps extends ComponentProps<'div'> {
  /** Whether the dialog in front of it is; it fades out after that. */
  open: boolean;
}

/**
 * Lies behind a dialog: darkens the page and holds it still. In the place of Radix's Overlay, whose way of holding the
 * page makes the browser work out the style of every element anew, twice when it opens and twice when it closes
 * (docs/decisions/0007-backdrop.md).
 */
export function Backdrop({ open, className, ...rest }: BackdropProps) {
  useLayoutEffect(holdPage, []);
  return (
    <div
      {...rest}
      data-state={open ? 'open' : 'closed'}
      className={cn(
        'fixed inset-0 z-40 touch-pinch-zoom bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
        className,
      )}
    />
  );
}

/** Backdrops that are there: a dialog can open another one. */
let backdrops = 0;

/** The page does not scroll until the last backdrop has gone, and keeps the room of its scrollbar; app.css says how. */
function holdPage() {
  const page = document.documentElement;
  if (backdrops === 0) page.dataset.held = window.innerWidth > page.clientWidth ? 'with-scrollbar' : '';
  backdrops += 1;
  return () => {
    backdrops -= 1;
    if (backdrops === 0) delete page.dataset.held;
  };
}
