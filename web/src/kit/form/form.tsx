import { type ComponentProps, type SubmitEvent, useRef } from 'react';
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
