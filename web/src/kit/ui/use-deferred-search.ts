import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/** The typed text. `onSearch` gets it after a short pause. */
export function useDeferredSearch(onSearch: (text: string) => void, initial = '') {
  const [text, setText] = useState(initial);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), PAUSE_MS);
  };
  return { text, type };
}
