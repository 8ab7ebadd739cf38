import { useSyncExternalStore } from 'react';
import { storedText } from '../../data/storage.ts';
import { createWatchers } from '../../data/watchers.ts';

export type Theme = 'dark' | 'light' | 'system';

// Keep the key and the rule equal to public/head.js, which runs before the first paint.
const KEY = 'sterling.theme';
const choice = storedText(KEY);
const PREFERS_LIGHT = '(prefers-color-scheme: light)';
const { watch, tell } = createWatchers();

/** Call once at the start. Colours the browser bar, and follows other tabs, and the system theme if the user chose it. */
export function followTheme(): void {
  matchMedia(PREFERS_LIGHT).addEventListener('change', apply);
  addEventListener('storage', ({ key }) => key === KEY && show());
  apply();
}

/** The chosen theme and a function that changes it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, chosenTheme), chooseTheme];
}

function chosenTheme(): Theme {
  const chosen = choice.read();
  return chosen === 'light' || chosen === 'system' ? chosen : 'dark';
}

function chooseTheme(theme: Theme): void {
  choice.keep(theme);
  show();
}

function show(): void {
  apply();
  tell();
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
