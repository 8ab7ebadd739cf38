import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light' | 'system';

// Keep the key and the rule equal to public/head.js, which runs before the first paint.
const KEY = 'sterling.theme';
const PREFERS_LIGHT = '(prefers-color-scheme: light)';
const watchers = new Set<() => void>();

/** Call once at the start. Colours the browser bar and follows the system theme if the user chose it. */
export function followTheme(): void {
  matchMedia(PREFERS_LIGHT).addEventListener('change', apply);
  apply();
}

/** The chosen theme and a function that changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, chosenTheme), chooseTheme];
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function chosenTheme(): Theme {
  const chosen = readChoice();
  return chosen === 'light' || chosen === 'system' ? chosen : 'dark';
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Users can switch storage off. The choice then lasts until the page closes.
    unsaved = theme;
  }
  apply();
  for (const watcher of watchers) watcher();
}

let unsaved: string | null = null;

function readChoice(): string | null {
  try {
    return unsaved ?? localStorage.getItem(KEY);
  } catch {
    return unsaved;
  }
}

function apply(): void {
  const theme = chosenTheme();
  const light = theme === 'light' || (theme === 'system' && matchMedia(PREFERS_LIGHT).matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  paintBrowserBar();
}

function paintBrowserBar(): void {
  let bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (!bar) {
    bar = document.createElement('meta');
    bar.name = 'theme-color';
    document.head.append(bar);
  }
  bar.content = getComputedStyle(document.documentElement).getPropertyValue('--surface-0').trim();
}
