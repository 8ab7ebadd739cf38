import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

const EVENT = 'switch-section';

export const sectionPath = (key: string, details: Readonly<Record<string, string>> = {}): string =>
  key === 'overview' ? '/dashboard' : `/dashboard?${new URLSearchParams({ section: key, ...details })}`;

/** Opens a section from anywhere. Other scripts can dispatch the same event. */
export function switchSection(key: string): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: key }));
}

/** Handles the event that opens a section. */
export function useSectionSwitching(): void {
  useEffect(() => {
    const open = (event: Event) => {
      const key = (event as CustomEvent<unknown>).detail;
      if (typeof key === 'string') navigate(sectionPath(key));
    };
    window.addEventListener(EVENT, open);
    return () => window.removeEventListener(EVENT, open);
  }, []);
}
