import type { FormEventHandler, MouseEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  cancelLabel?: string;
  /** The submit button takes something away. */
  danger?: boolean;
  isDirty?: boolean;
  isPending: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Returns to the step before. The cancel button then does this instead of closing the dialog. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog that is mounted open and holds one form. It cannot be closed while the form is being sent. */
export function FormDialog({
  title,
  description,
  submitLabel,
  cancelLabel = 'Cancel',
  danger = false,
  isDirty = false,
  isPending,
  onSubmit,
  onBack,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      dirty={isDirty && !isPending}
      title={title}
      description={description}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {children}
        <DialogActions>
          <Button variant="secondary" onClick={onBack ?? onClose} disabled={isPending}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            pending={isPending}
            onClick={ignoreDoubleClick}
          >
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The second click of a double click could otherwise confirm a step that was never read. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
