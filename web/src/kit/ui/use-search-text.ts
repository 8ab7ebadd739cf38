import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/** The typed text of a search. `onSearch` gets it after a short pause. Back shows the search that was there. */
export function useSearchText(search: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState({ text: search, search });
  if (typed.search !== search) {
    setTyped({ text: typed.text.trim() === search ? typed.text : search, search });
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped({ text, search });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
  };
  return { text: typed.text, type };
}
