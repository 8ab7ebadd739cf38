import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

/**
 * The typed text of a search. `onSearch` gets it after a short pause, and when the field loses the focus. Back
 * shows the search that was there.
 */
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
  const settle = () => {
    clearTimeout(timer.current);
    if (typed.text.trim() !== search) onSearch(typed.text.trim());
  };
  return { text: typed.text, type, settle };
}

export type SearchText = ReturnType<typeof useSearchText>;
