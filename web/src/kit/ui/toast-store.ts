export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive' | 'warning';
}

let current: Toast | null = null;
let lastId = 0;
const watchers = new Set<() => void>();

/** Shows a message for 5 s. It replaces the previous one. */
export function toast(message: Omit<Toast, 'id'>): void {
  lastId += 1;
  set({ ...message, id: lastId });
}

/** Closes a toast unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null);
}

export const currentToast = (): Toast | null => current;

export function watchToast(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function set(next: Toast | null): void {
  current = next;
  for (const watcher of watchers) watcher();
}
