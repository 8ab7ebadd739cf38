import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { ACTIONS, AlertDialog } from './alert-dialog.tsx';
import { Backdrop } from './backdrop.tsx';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** Asks for confirmation before the dialog closes, because the form has unsaved changes. */
  dirty?: boolean;
  /** Stands above every other dialog, because an action in one of them needs it. */
  onTop?: boolean;
  children: ReactNode;
  className?: string;
}

/**
 * A centred dialog, or a bottom sheet on phones. Esc, the overlay and the X close it. The focus returns to
 * the opener.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  dirty,
  onTop,
  children,
  className,
}: DialogProps) {
  const returnFocus = useReturnFocus(open);
  const [asking, setAsking] = useState(false);
  const change = (next: boolean) => (!next && dirty ? setAsking(true) : onOpenChange(next));
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Backdrop open={open} className={cn(onTop && 'z-70')} />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] touch-pinch-zoom flex-col rounded-t-2xl bg-surface-1 shadow-float outline-none max-sm:data-[state=closed]:animate-sheet-out max-sm:data-[state=open]:animate-sheet-in',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop-in',
            onTop && 'z-70',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-4">
            <div className="flex flex-col gap-1">
              <Radix.Title className="font-semibold text-1 text-base">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-pretty text-3">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mt-1 -mr-2">
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </header>
          <div className="flex min-h-0 flex-col scroll-pb-24 gap-5 overflow-y-auto overscroll-contain px-5 pb-5">
            <ErrorBoundary>{children}</ErrorBoundary>
          </div>
        </Radix.Content>
      </Radix.Portal>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard what you entered?"
        description="It has not been saved."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        danger
        onConfirm={() => onOpenChange(false)}
      />
    </Radix.Root>
  );
}

/**
 * Focuses the first field. On touch screens it focuses nothing, because the keyboard would cover the dialog.
 */
function focusFirstField(event: Event): void {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  const field = window.matchMedia('(pointer: fine)').matches && content.querySelector<HTMLElement>(FIELDS);
  (field || content).focus();
}

const FIELDS = 'input:enabled:not([type=checkbox]), textarea:enabled';

/**
 * Buttons at the bottom of a dialog. They stay visible while the dialog scrolls. Put the primary button last.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={ACTIONS}>{children}</div>;
}
