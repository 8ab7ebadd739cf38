import type { ComponentProps, FormEventHandler, MouseEvent, ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** Nothing: there is no form yet, or none at all, and no button. */
  submitLabel: string | false;
  cancelLabel?: string;
  /** The submit button takes something away. */
  danger?: boolean;
  isDirty?: boolean;
  isPending: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Further properties of the submit button. */
  submitButton?: ComponentProps<typeof Button>;
  ref?: Ref<HTMLFormElement>;
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
  submitButton,
  ref,
  onSubmit,
  onBack,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      onClose={() => !isPending && onClose()}
      dirty={isDirty && !isPending}
      title={title}
      description={description}
    >
      <form ref={ref} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {children}
        {submitLabel !== false && (
          <DialogActions>
            <Button variant="secondary" onClick={onBack ?? onClose} disabled={isPending}>
              {cancelLabel}
            </Button>
            <Button
              {...submitButton}
              type="submit"
              variant={danger ? 'danger' : 'primary'}
              pending={isPending}
              onClick={ignoreDoubleClick}
            >
              {submitLabel}
            </Button>
          </DialogActions>
        )}
      </form>
    </Dialog>
  );
}

/** The second click of a double click could otherwise confirm a step that was never read. */
function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
