import { type ComponentProps, useLayoutEffect } from 'react';
import { cn } from './class-names.ts';

interface BackdropProps extends ComponentProps<'div'> {
  /** Whether the dialog is open. The backdrop fades out afterwards. */
  open: boolean;
}

/**
 * Darkens the page behind a dialog and stops its scrolling. Replaces the Overlay of Radix, whose scroll lock
 * makes the browser recalculate all styles twice on opening and twice on closing
 * (docs/decisions/0007-backdrop.md).
 */
export function Backdrop({ open, className, ...rest }: BackdropProps) {
  useLayoutEffect(holdPage, []);
  return (
    <div
      {...rest}
      data-state={open ? 'open' : 'closed'}
      className={cn(
        'fixed inset-0 z-50 touch-pinch-zoom bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
        className,
      )}
    />
  );
}

/** Number of visible backdrops, because a dialog can open another one. */
let backdrops = 0;

/**
 * Stops page scrolling until the last backdrop is gone, and keeps the width of the scrollbar. app.css has the
 * rules.
 */
function holdPage() {
  const page = document.documentElement;
  if (backdrops === 0) page.dataset.held = window.innerWidth > page.clientWidth ? 'with-scrollbar' : '';
  backdrops += 1;
  return () => {
    backdrops -= 1;
    if (backdrops === 0) delete page.dataset.held;
  };
}
