import { type ComponentProps, type SubmitEvent, useEffect, useMemo, useRef } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { storedValue } from '../../data/storage.ts';
import { cn } from '../ui/class-names.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** May return a promise. Until its end, the form cannot be submitted again. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

/**
 * A form that checks its fields itself. It ignores a submit while an earlier one is being handled, and while its button is
 * disabled, as browsers do after Enter. A script could otherwise send a call twice.
 */
export function Form({ onSubmit, className, ...rest }: FormProps) {
  const isHandling = useRef(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    if (isHandling.current || event.currentTarget.querySelector(DISABLED_SUBMIT)) {
      event.preventDefault();
      return;
    }
    isHandling.current = true;
    try {
      await onSubmit(event);
    } finally {
      isHandling.current = false;
    }
  };
  return <form {...rest} noValidate onSubmit={submit} className={cn('flex flex-col gap-5', className)} />;
}

const DISABLED_SUBMIT = '[type=submit]:is(:disabled, [aria-disabled=true])';

/**
 * What a form showed when its button was pressed. The press also leaves a field, which may change its value, and the person must see
 * the new value before it is sent.
 */
export function useShownAtPress<Value>(current: () => Value) {
  const noted = useRef<{ readonly value: Value } | null>(null);
  const forget = () => {
    noted.current = null;
  };
  return {
    /** For the `onPointerDown` of the button. */
    note: () => {
      noted.current = { value: current() };
    },
    /** For a press that sends nothing. */
    forget,
    /** Whether this value was shown. Enter changes no field. Forgets the press. */
    showed: (sent: Value): boolean => {
      const seen = noted.current ?? { value: sent };
      forget();
      return seen.value === sent;
    },
  };
}

/**
 * Keeps what is typed in a form until it is reset or the tab closes, so that Esc, Back and a reload lose nothing. The draft must be
 * of texts, and none of them secret. `name` is of this form, item and user: another user of the tab must not see the draft.
 * The returned function forgets the draft, even after the form has gone. Given what was sent, it forgets only that: what was typed
 * since then stays.
 */
export function useKeptDraft<Draft extends FieldValues>(
  form: UseFormReturn<Draft>,
  name: string,
): (sent?: Draft) => void {
  const { reset, subscribe, getValues } = form;
  const kept = useMemo(() => storedValue(`draft.${name}`, Texts, () => sessionStorage), [name]);
  useEffect(() => {
    const draft = kept.read();
    if (draft) reset(draft as DefaultValues<Draft>, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => void kept.keep(isDirty ? values : null),
    });
  }, [kept, reset, subscribe]);
  return (sent) => {
    const isSent = (draft: object | null) => !sent || JSON.stringify(draft) === JSON.stringify(sent);
    if (isSent(getValues())) reset();
    if (isSent(kept.read())) kept.keep(null);
  };
}

const Texts = z.record(z.string(), z.string());
