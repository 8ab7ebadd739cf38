import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { ACTIONS, AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Overlay } from './overlay.tsx';

interface DialogProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Asks for confirmation before the dialog closes, because the form has unsaved changes. */
  dirty?: boolean;
  children: ReactNode;
  className?: string;
}

/**
 * A centred dialog, or a bottom sheet on phones. It is mounted while it is open (`Overlays`). Esc, a press
 * outside and the X close it.
 */
export function Dialog({ onClose, title, description, dirty, children, className }: DialogProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Overlay
        look="dialog"
        open
        onOpenChange={() => (dirty ? setAsking(true) : onClose())}
        isDescribed={Boolean(description)}
        onOpenAutoFocus={focusFirstField}
        {...(className && { className })}
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
      </Overlay>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard what you entered?"
        description="It has not been saved."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        danger
        onConfirm={onClose}
      />
    </>
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
