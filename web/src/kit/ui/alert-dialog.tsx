import * as Radix from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { Backdrop } from './backdrop.tsx';
import { Button } from './button.tsx';
import { useReturnFocus } from './use-return-focus.ts';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The action deletes something or cannot be undone. */
  danger?: boolean;
  /**
   * Keeps the dialog open and blocks a second press. The caller closes it when done. Without it, the dialog
   * closes immediately.
   */
  pending?: boolean;
  /** A requirement for the confirmation is missing. */
  confirmDisabled?: boolean;
  onConfirm: () => void;
  children?: ReactNode;
}

/**
 * Dialog buttons stay at the bottom. They stand side by side if there is space, otherwise the last one comes
 * first.
 */
export const ACTIONS =
  '-mx-5 -mt-3 -mb-5 sticky -bottom-5 z-10 flex flex-wrap-reverse gap-2 bg-surface-1 px-5 pt-3 pb-5 sm:rounded-b-xl *:grow *:basis-32 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:from-surface-1 sm:flex-nowrap sm:justify-end sm:*:grow-0 sm:*:basis-auto';

/** Asks for confirmation. Only its buttons and Esc close it. */
export function AlertDialog(props: AlertDialogProps) {
  const returnFocus = useReturnFocus(props.open);
  const staysOpen = props.pending !== undefined;
  return (
    <Radix.Root open={props.open} onOpenChange={(next) => !props.pending && props.onOpenChange(next)}>
      <Radix.Portal>
        <Backdrop open={props.open} className="z-60" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 bottom-0 z-60 flex max-h-[92dvh] scroll-pb-24 flex-col gap-5 overflow-y-auto overscroll-contain rounded-t-2xl bg-surface-1 p-5 shadow-float max-sm:data-[state=closed]:animate-sheet-out max-sm:data-[state=open]:animate-sheet-in sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-full sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:data-[state=closed]:animate-fade-out sm:data-[state=open]:animate-pop-in"
        >
          <div className="flex flex-col gap-1.5">
            <Radix.Title className="font-semibold text-1 text-base">{props.title}</Radix.Title>
            <Radix.Description className="text-2">{props.description}</Radix.Description>
          </div>
          {props.children}
          <div className={ACTIONS}>
            <Radix.Cancel asChild>
              <Button variant="secondary" disabled={props.pending}>
                {props.cancelLabel ?? 'Cancel'}
              </Button>
            </Radix.Cancel>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              pending={props.pending ?? false}
              disabled={props.confirmDisabled}
              onClick={() => {
                props.onConfirm();
                if (!staysOpen) props.onOpenChange(false);
              }}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
