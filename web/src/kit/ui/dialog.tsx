import { t } from '@sterling/contract/texts.ts';
import { type ComponentProps, type ReactNode, type Ref, useEffect, useState } from 'react';
import { Form } from '../form/form.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { ErrorBoundary } from './missing-content.tsx';
import { DialogActions, isSecondClick, Overlay, OverlayHeader } from './overlay.tsx';
import { noteAsking } from './overlays.tsx';

interface DialogProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Asks for confirmation before the dialog closes, because the form has unsaved changes. */
  dirty?: boolean;
  /** Asks for confirmation before Esc, a press outside or the X close what is shown only once. */
  shownOnce?: boolean;
  /** Stands above every other dialog, because an action in one of them needs it. */
  onTop?: boolean;
  /** There is nothing to press in it. The text gets the focus, so that keys scroll it. */
  onlyText?: boolean;
  children: ReactNode;
  className?: string;
}

/**
 * A centred dialog, or a bottom sheet on phones. It is mounted while it is open (`Overlays`). Esc, a press
 * outside and the X close it.
 */
export function Dialog({ onClose, title, description, children, className, ...behaviour }: DialogProps) {
  const { dirty, shownOnce, onTop, onlyText } = behaviour;
  const [asking, setAsking] = useState(false);
  const asksFirst = Boolean(dirty || shownOnce);
  useAskToStay(asksFirst, setAsking);
  return (
    <>
      <Overlay
        look={onTop ? 'check' : 'dialog'}
        open
        onClose={() => (asksFirst ? setAsking(true) : onClose())}
        isDescribed={Boolean(description)}
        onOpenAutoFocus={focusFirstField}
        {...(className && { className })}
      >
        <OverlayHeader title={title} description={description} className="pt-5 pb-4" />
        <div
          {...(onlyText && { role: 'region', 'aria-label': title, tabIndex: 0 })}
          className="flex min-h-0 flex-col scroll-pb-24 gap-5 overflow-y-auto overscroll-contain px-5 pb-5"
        >
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      </Overlay>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        {...(shownOnce ? CLOSE_UNSEEN : DISCARD)}
        danger
        onConfirm={onClose}
      />
    </>
  );
}

/**
 * The browser asks before a reload or the end of the tab. Before Back and Forward the dialog asks. Only a step of the user counts: the
 * app itself may go back after it has saved. Browsers without the Navigation API go back without a question.
 */
function useAskToStay(asks: boolean, setAsking: (asking: true) => void): void {
  useEffect(() => {
    if (!asks) return;
    const stopAsking = noteAsking();
    const listening = new AbortController();
    const end = () => {
      stopAsking();
      listening.abort();
    };
    const options = { signal: listening.signal };
    addEventListener('beforeunload', (event) => event.preventDefault(), options);
    if (!('navigation' in window)) return end;
    navigation.addEventListener(
      'navigate',
      (event) => {
        if (event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return;
        event.preventDefault();
        setAsking(true);
      },
      options,
    );
    return end;
  }, [asks, setAsking]);
}

const DISCARD = {
  title: t('Discard what you entered?'),
  description: t('It has not been saved.'),
  cancelLabel: t('Keep editing'),
  confirmLabel: t('Discard'),
};
const CLOSE_UNSEEN = {
  title: t('Close without saving?'),
  description: t('This is shown only once. Save it first.'),
  cancelLabel: t('Back'),
  confirmLabel: t('Close anyway'),
};

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
  onSubmit: ComponentProps<typeof Form>['onSubmit'];
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
  cancelLabel = t('Cancel'),
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
      <Form ref={ref} onSubmit={onSubmit}>
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
              wraps
              pending={isPending}
              onClick={(event) => isSecondClick(event) && event.preventDefault()}
            >
              {submitLabel}
            </Button>
          </DialogActions>
        )}
      </Form>
    </Dialog>
  );
}

interface SecretDialogProps {
  title: string;
  description: string;
  /** Name of the secret: 'token' makes 'Copy token'. */
  what: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ title, description, what, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} description={description} shownOnce>
      <p className="rounded-lg bg-surface-2 p-4">
        <code className="wrap-anywhere text-1 text-sm">{secret}</code>
      </p>
      <CopyButton text={secret} what={what} withText announce={false} />
      <DialogActions>
        <Button onClick={onClose}>{t('I have saved it')}</Button>
      </DialogActions>
    </Dialog>
  );
}
