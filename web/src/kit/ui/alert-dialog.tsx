import { t } from '@sterling/contract/texts.ts';
import * as Radix from 'radix-ui/dialog';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Overlay } from './overlay.tsx';

interface AlertDialogProps {
  /** For a dialog that is not mounted only while it is open. */
  open?: boolean;
  onClose: () => void;
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
  '-mx-5 -mt-3 -mb-5 sticky -bottom-5 z-10 flex flex-wrap-reverse gap-2 bg-surface-1 px-5 pt-3 pb-5 sm:rounded-b-xl *:grow *:basis-32 max-sm:*:wrap-anywhere max-sm:*:min-w-fit before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-2 before:bg-linear-to-t before:from-surface-1 sm:flex-nowrap sm:items-center sm:justify-end sm:*:grow-0 sm:*:basis-auto';

/** The second click of a double click would otherwise confirm what was never read: it can hit a button that has just appeared. */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1;

/** Asks for confirmation. Only its buttons and Esc close it. */
export function AlertDialog(props: AlertDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const staysOpen = props.pending !== undefined;
  return (
    <Overlay
      look="question"
      open={props.open ?? true}
      onClose={() => !props.pending && props.onClose()}
      isDescribed
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        cancel.current?.focus({ preventScroll: true });
      }}
      className="scroll-pb-24 gap-5 overflow-y-auto overscroll-contain p-5"
    >
      <div className="flex flex-col gap-1.5">
        <Radix.Title className="font-semibold text-1 text-base">{props.title}</Radix.Title>
        <Radix.Description className="text-2">{props.description}</Radix.Description>
      </div>
      {props.children}
      <div className={ACTIONS}>
        <Radix.Close asChild>
          <Button ref={cancel} variant="secondary" disabled={props.pending}>
            {props.cancelLabel ?? t('Cancel')}
          </Button>
        </Radix.Close>
        <Button
          variant={props.danger ? 'danger' : 'primary'}
          wraps
          pending={props.pending ?? false}
          disabled={props.confirmDisabled}
          onClick={(event) => {
            if (isSecondClick(event)) return;
            props.onConfirm();
            if (!staysOpen) props.onClose();
          }}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Overlay>
  );
}
