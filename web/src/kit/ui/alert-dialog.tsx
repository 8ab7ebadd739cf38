import { t } from '@sterling/contract/texts.ts';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';
import { DialogActions, isSecondClick, Overlay } from './overlay.tsx';

interface AlertDialogProps {
  /** Set it for a dialog that stays mounted while it is closed. */
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
  /** Something must be done first. In place of the confirmation stands a link to it. */
  first?: { readonly label: string; readonly href: string } | undefined;
  children?: ReactNode;
}

/** Asks for confirmation. Only its buttons and Esc close it. */
export function AlertDialog(props: AlertDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
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
        {props.first ? (
          <Button asChild wraps>
            <Link href={props.first.href}>{props.first.label}</Link>
          </Button>
        ) : (
          <Confirm {...props} />
        )}
      </DialogActions>
    </Overlay>
  );
}

function Confirm({
  danger,
  pending,
  confirmDisabled,
  confirmLabel,
  onConfirm,
  onClose,
}: Pick<
  AlertDialogProps,
  'danger' | 'pending' | 'confirmDisabled' | 'confirmLabel' | 'onConfirm' | 'onClose'
>) {
  const staysOpen = pending !== undefined;
  return (
    <Button
      variant={danger ? 'danger' : 'primary'}
      wraps
      pending={pending ?? false}
      disabled={confirmDisabled}
      onClick={(event) => {
        if (isSecondClick(event)) return;
        onConfirm();
        if (!staysOpen) onClose();
      }}
    >
      {confirmLabel}
    </Button>
  );
}
