import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { serverNow } from '../../data/server-time.ts';

/** Whether a media query matches now. Renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Below 640 px: tables become cards, dialogs become sheets. */
export const useIsPhone = (): boolean => useMedia('(width < 40rem)');

/** Whether the browser has a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );

const EVERY_MS = 10_000;

/** The current time by the server's clock. It updates often enough for minutes. */
export const useNow = (): number => useClock(serverNow);

/** What `read` returns now. It is read again every few seconds. */
export function useClock<Reading>(read: () => Reading): Reading {
  const [reading, setReading] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new function on each render
  useEffect(() => {
    const timer = setInterval(() => setReading(read), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return reading;
}
