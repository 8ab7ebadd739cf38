/** Tells components that a value outside of React has changed. `watch` is the first argument of useSyncExternalStore. */
export function createWatchers() {
  const watchers = new Set<() => void>();
  return {
    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    tell(): void {
      for (const watcher of watchers) watcher();
    },
  };
}
