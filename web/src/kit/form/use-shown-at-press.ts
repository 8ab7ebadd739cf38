import { useRef } from 'react';

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
