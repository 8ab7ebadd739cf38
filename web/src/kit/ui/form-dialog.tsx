import type { FormEventHandler, ReactNode } from 'react';
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
          <Button variant="secondary" onClick={onClose} disabled={isPending}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
