import { useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light' | 'system';

// The key and the rule are those of public/head.js, which runs before the first paint.
const KEY = 'sterling.theme';
const PREFERS_LIGHT = '(prefers-color-scheme: light)';
const watchers = new Set<() => void>();

/** Once at the start: paints the browser's own bar, and from then on follows the system where that was chosen. */
export function followTheme(): void {
  matchMedia(PREFERS_LIGHT).addEventListener('change', apply);
  apply();
}

/** The chosen theme and how to choose another. */
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
    // Storage can be switched off: the choice then ends with the page.
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
