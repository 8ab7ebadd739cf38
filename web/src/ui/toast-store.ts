export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: 'default' | 'destructive' | 'warning';
}

let current: Toast | null = null;
let lastId = 0;
const watchers = new Set<() => void>();

/** Shows a message for 5 s; a new one takes the place of the one before. */
export function toast(message: Omit<Toast, 'id'>): void {
  lastId += 1;
  set({ ...message, id: lastId });
}

/** Takes a toast away, unless another has taken its place. */
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
