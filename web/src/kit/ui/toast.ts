import { createWatchers } from '../../data/watchers.ts';
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  /** By default something has succeeded. `info`: something else that is not wrong. */
  readonly variant?: 'default' | 'info' | 'destructive' | 'warning';
}

/** The id of the element that toasts must not cover. */
export const HEADER_ID = 'page-header';

/** The time until a toast disappears. */
export const TOAST_SHOWN_MS = 5000;

let current: Toast | null = null;
let lastId = 0;
const { watch, tell } = createWatchers();

/** Shows a message for `TOAST_SHOWN_MS`. It replaces the previous one. Returns its id for `dismissToast`. */
export function toast(message: Omit<Toast, 'id'>): number {
  lastId += 1;
  set({ ...message, id: lastId });
  return lastId;
}

/** Closes a toast unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null);
}

/** The toast on screen. A new one replaces it. */
export const currentToast = (): Toast | null => current;

/** Calls a function whenever the toast changes. Returns what ends that. */
export const watchToast = watch;

function set(next: Toast | null): void {
  current = next;
  tell();
}
