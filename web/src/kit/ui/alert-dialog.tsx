import { t } from '@sterling/contract/texts.ts';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { DialogActions, isSecondClick, Overlay } from './overlay.tsx';

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
      <DialogActions>
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
      </DialogActions>
    </Overlay>
  );
}
